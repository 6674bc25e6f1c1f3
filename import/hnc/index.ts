import { textAt, textEntriesAt } from '../../data/tree.ts';
import { recordClusterFields } from '../ledger/cluster-fields.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun, SourceSystem } from '../ledger/import-run.ts';
import { recordOther } from '../ledger/other-objects.ts';
import { forestOf } from '../tenancy/forest.ts';
import { importBinding, recordLocalBinding } from '../tenancy/members.ts';
import { recordNamespace } from '../tenancy/namespace-metadata.ts';
import { addTreeTenants } from '../tenancy/namespace-tree.ts';
import { importAnchor, importHierarchy, parentsIn, type TreeObject } from './hierarchy.ts';
import { importQuotas } from './quotas.ts';

const group = 'hnc.x-k8s.io';

/** Imports from the Hierarchical Namespace Controller: each tree of namespaces becomes a Tenant. */
export const hnc: SourceSystem = {
  title: 'HNC',
  import: (run) => {
    for (const source of run.objects) recordHncFields(source, run);
    const used = run.objects.filter(isOfHnc).flatMap(({ namespace }) => (namespace === '' ? [] : [namespace]));
    const forest = forestOf(used, parentsIn(run.objects));
    const trees = addTreeTenants(forest, () => true, run);
    const treeObjects = run.objects.flatMap((source) => {
      const namespace = source.kind === 'Namespace' ? source.name : source.namespace;
      const tree = trees.get(forest.rootOf(namespace));
      return tree ? [{ source, namespace, tree, forest }] : [];
    });
    for (const one of treeObjects.filter(({ source }) => isOfHnc(source))) importOwn(one, run);
    importQuotas(treeObjects, run);
    for (const one of treeObjects) importKubernetes(one, run);
    for (const source of run.objects) recordRest(source, run);
  },
};

function recordHncFields(source: ExportedObject, { ledger }: ImportRun): void {
  recordClusterFields(source, ledger, (key) => /(?:^|\.)hnc\.x-k8s\.io\/(?!none$|select$|treeSelect$)/.test(key));
  const isCopy = textAt(source.body, 'metadata', 'labels', `${group}/inherited-from`) !== '';
  if (isCopy) ledger.record(source, [], { fidelity: 'cluster', how: 'HNC copied it from above' });
}

function isOfHnc(source: ExportedObject): boolean {
  return source.group === group;
}

function importOwn(object: TreeObject, run: ImportRun): void {
  const { kind } = object.source;
  if (kind === 'SubnamespaceAnchor') importAnchor(object, run);
  if (kind === 'HierarchyConfiguration') importHierarchy(object, run);
}

/** RoleBindings of the root apply to the whole tree unless an annotation excludes a part of it. */
function importKubernetes({ source, tree, namespace }: TreeObject, { ledger }: ImportRun): void {
  if (source.kind === 'Namespace') recordNamespace({ source, tenant: tree.tenant }, ledger);
  if (source.kind !== 'RoleBinding' || ledger.isRecorded(source, [])) return;
  const isLocal = textEntriesAt(source.body, 'metadata', 'annotations').some(([key]) =>
    key.startsWith(`propagate.${group}/`),
  );
  if (namespace === tree.root && !isLocal) importBinding(source, tree.tenant, ledger);
  else recordLocalBinding(source, ledger);
}

function recordRest(source: ExportedObject, run: ImportRun): void {
  if (run.ledger.isRecorded(source, ['apiVersion'])) return;
  const config =
    'what it propagates beside role bindings has to be rendered: write a Template with the objects, and a ClusterTemplateInstance that selects the tenants';
  const alone = 'it is in no tree of the export; keep its manifest elsewhere, or list it in a Tenant';
  if (source.kind === 'HNCConfiguration') run.ledger.record(source, [], { fidelity: 'lost', how: config });
  else if (source.kind === 'Namespace') run.ledger.record(source, [], { fidelity: 'lost', how: alone });
  else recordOther(source, run, [group]);
}
