import { textAt, textEntriesAt } from '../../data/tree.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { setField } from '../ledger/output.ts';
import type { NamespaceTree } from '../tenancy/namespace-tree.ts';

/**
 * Moves metadata that all namespaces of a tree share to metadata.common. Only Accurate's configuration file, which is not
 * in the export, lists the inherited keys.
 */
export function shareLabels({ root, namespaces, tenant }: NamespaceTree, { objects, ledger }: ImportRun): void {
  const all = objects.filter(({ kind, name }) => kind === 'Namespace' && namespaces.includes(name));
  const first = all.find(({ name }) => name === root);
  if (!first || all.length < 2) return;
  for (const field of ['labels', 'annotations']) {
    for (const [key, value] of textEntriesAt(first.body, 'metadata', field)) {
      const path = ['metadata', field, key];
      const isShared = all.every(({ body }) => textAt(body, ...path) === value);
      if (isShared && !ledger.isRecorded(first, path))
        setField(tenant, ['spec', 'namespaces', 'metadata', 'common', field, key], value);
    }
  }
}
