import { textEntriesAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt } from '../ledger/ledger.ts';
import { setField } from '../ledger/output.ts';
import { judgeOwnMetadata } from '../tenancy/members.ts';
import { judgeListed, specificPath } from '../tenancy/namespace-metadata.ts';
import { type NamespaceTree, parentHow } from '../tenancy/namespace-tree.ts';

/** A SubNamespace makes a namespace, and says labels and annotations for it. */
export function importSubNamespace(source: ExportedObject, tree: NamespaceTree, { ledger }: ImportRun): void {
  for (const path of [['apiVersion'], ['kind']])
    ledger.judge(source, path, { fidelity: 'exact', how: 'the Tenant lists its namespace' });
  judgeListed(source, tree.tenant, ledger);
  ledger.judge(source, ['metadata', 'namespace'], parentHow(source.namespace, tree));
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(source.body, 'spec', field)) {
      const entry = specificPath(tree.tenant, source.name);
      const place = entry && setField(tree.tenant, [...entry, field, key], value);
      ledger.judge(source, ['spec', field, key], keptAt(place));
    }
  }
  judgeOwnMetadata(source, ['metadata'], ledger);
}
