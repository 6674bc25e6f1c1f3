import { textEntriesAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { setField } from '../ledger/output.ts';
import { recordOwnMetadata } from '../tenancy/members.ts';
import { recordListed, specificPath } from '../tenancy/namespace-metadata.ts';
import { type NamespaceTree, parentEntry } from '../tenancy/namespace-tree.ts';

/** Converts a SubNamespace, which creates a namespace with labels and annotations. */
export function importSubNamespace(source: ExportedObject, tree: NamespaceTree, { ledger }: ImportRun): void {
  for (const path of [['apiVersion'], ['kind']])
    ledger.record(source, path, { fidelity: 'exact', how: 'the Tenant lists its namespace' });
  recordListed(source, tree.tenant, ledger);
  ledger.record(source, ['metadata', 'namespace'], parentEntry(source.namespace, tree));
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(source.body, 'spec', field)) {
      const entry = specificPath(tree.tenant, source.name);
      const place = entry && setField(tree.tenant, [...entry, field, key], value);
      ledger.record(source, ['spec', field, key], keptEntry(place));
    }
  }
  recordOwnMetadata(source, ['metadata'], ledger);
}
