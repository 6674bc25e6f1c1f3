import { textAt } from '../../data/tree.ts';
import { recordClusterFields } from '../ledger/cluster-fields.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun, SourceSystem } from '../ledger/import-run.ts';
import { recordOther } from '../ledger/other-objects.ts';
import { forestOf } from '../tenancy/forest.ts';
import { recordNamespace } from '../tenancy/namespace-metadata.ts';
import { addTreeTenants, type NamespaceTree } from '../tenancy/namespace-tree.ts';
import { shareLabels } from './inherited.ts';
import { importPropagated, isCopy } from './propagated.ts';
import { importSubNamespace } from './sub-namespace.ts';

const group = 'accurate.cybozu.com';

/** Imports from Accurate: each root namespace with its sub-namespaces becomes a Tenant. */
export const accurate: SourceSystem = {
  title: 'Accurate',
  import: (run) => {
    for (const source of run.objects) recordAccurateFields(source, run);
    const roots = run.objects.filter((source) => typeOf(source) === 'root').map(({ name }) => name);
    const forest = forestOf(roots, parentsIn(run.objects));
    const trees = addTreeTenants(forest, (root) => roots.includes(root) || forest.below(root).length > 1, run);
    const treeOf = (source: ExportedObject): NamespaceTree | undefined =>
      trees.get(forest.rootOf(source.kind === 'Namespace' ? source.name : source.namespace));
    for (const source of run.objects) {
      const tree = treeOf(source);
      if (tree && source.kind === 'SubNamespace') importSubNamespace(source, tree, run);
    }
    for (const tree of trees.values()) shareLabels(tree, run);
    for (const source of run.objects) importKubernetes(source, treeOf(source), run);
    for (const tree of trees.values()) importPropagated(tree, run);
    for (const source of run.objects) recordRest(source, run);
  },
};

function recordAccurateFields(source: ExportedObject, run: ImportRun): void {
  const { ledger } = run;
  const isOwn = (key: string) => key.startsWith('internal.accurate.cybozu.com/') || key === `${group}/parent`;
  recordClusterFields(source, ledger, isOwn);
  const label = (key: string) => textAt(source.body, 'metadata', 'labels', key);
  const record = (key: string, entry: Parameters<typeof ledger.record>[2]) =>
    ledger.record(source, ['metadata', 'labels', key], entry);
  if (label(`${group}/type`) === 'root') record(`${group}/type`, { fidelity: 'exact', how: 'it is a Tenant' });
  if (label('app.kubernetes.io/created-by') === 'accurate')
    record('app.kubernetes.io/created-by', { fidelity: 'cluster' });
  const how = `what ${label(`${group}/template`)} gave is on the namespaces and is kept; write the objects in it as a Template`;
  record(`${group}/template`, { fidelity: 'approximated', how });
  if (isCopy(source)) ledger.record(source, [], { fidelity: 'cluster', how: 'Accurate copied it from above' });
}

function typeOf({ kind, body }: ExportedObject): string {
  return kind === 'Namespace' ? textAt(body, 'metadata', 'labels', `${group}/type`) : '';
}

/** The parent of each sub-namespace, from its label or from its SubNamespace. */
function parentsIn(objects: readonly ExportedObject[]): ReadonlyMap<string, string> {
  const label = ['metadata', 'labels', `${group}/parent`];
  const owned = objects
    .filter(({ kind }) => kind === 'SubNamespace')
    .map(({ name, namespace }) => [name, namespace] as const);
  const labelled = objects
    .filter(({ kind }) => kind === 'Namespace')
    .map(({ name, body }) => [name, textAt(body, ...label)] as const);
  return new Map([...owned, ...labelled].filter(([, parent]) => parent !== ''));
}

function importKubernetes(source: ExportedObject, tree: NamespaceTree | undefined, { ledger }: ImportRun): void {
  if (source.kind !== 'Namespace') return;
  if (tree) recordNamespace({ source, tenant: tree.tenant }, ledger);
  else if (typeOf(source) === 'template') {
    const how =
      'no namespace is made like another; write its labels into metadata.common of the Tenants, and the objects in it as a Template';
    ledger.record(source, [], { fidelity: 'lost', how });
  }
}

function recordRest(source: ExportedObject, run: ImportRun): void {
  if (run.ledger.isRecorded(source, ['apiVersion'])) return;
  const alone = 'it is neither a root nor below one; keep its manifest elsewhere, or list it in a Tenant';
  if (source.kind === 'Namespace') run.ledger.record(source, [], { fidelity: 'lost', how: alone });
  else recordOther(source, run, [group]);
}
