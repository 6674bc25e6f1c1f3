import { textAt, textEntriesAt } from '../../data/tree.ts';
import { judgeClusterFields } from '../ledger/cluster-fields.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun, SourceSystem } from '../ledger/import-run.ts';
import { judgeOther } from '../ledger/other-objects.ts';
import { forestOf } from '../tenancy/forest.ts';
import { importBinding, judgeLocalBinding } from '../tenancy/members.ts';
import { judgeNamespace } from '../tenancy/namespace-metadata.ts';
import { addTreeTenants } from '../tenancy/namespace-tree.ts';
import { importAnchor, importHierarchy, type Placed, parentsIn } from './hierarchy.ts';
import { importQuotas } from './quotas.ts';

const group = 'hnc.x-k8s.io';

/** A cluster of the Hierarchical Namespace Controller: each tree of namespaces becomes a Tenant that has them all. */
export const hnc: SourceSystem = {
  title: 'HNC',
  import: (run) => {
    for (const source of run.objects) judgeHncFields(source, run);
    const used = run.objects.filter(isOfHnc).flatMap(({ namespace }) => (namespace === '' ? [] : [namespace]));
    const forest = forestOf(used, parentsIn(run.objects));
    const trees = addTreeTenants(forest, () => true, run);
    const placed = run.objects.flatMap((source) => {
      const namespace = source.kind === 'Namespace' ? source.name : source.namespace;
      const tree = trees.get(forest.rootOf(namespace));
      return tree ? [{ source, namespace, tree, forest }] : [];
    });
    for (const one of placed.filter(({ source }) => isOfHnc(source))) importOwn(one, run);
    importQuotas(placed, run);
    for (const one of placed) importKubernetes(one, run);
    for (const source of run.objects) judgeRest(source, run);
  },
};

function judgeHncFields(source: ExportedObject, { ledger }: ImportRun): void {
  judgeClusterFields(source, ledger, (key) => /(?:^|\.)hnc\.x-k8s\.io\/(?!none$|select$|treeSelect$)/.test(key));
  const isCopy = textAt(source.body, 'metadata', 'labels', `${group}/inherited-from`) !== '';
  if (isCopy) ledger.judge(source, [], { fidelity: 'cluster', how: 'HNC copied it from above' });
}

function isOfHnc(source: ExportedObject): boolean {
  return source.group === group;
}

function importOwn(placed: Placed, run: ImportRun): void {
  const { kind } = placed.source;
  if (kind === 'SubnamespaceAnchor') importAnchor(placed, run);
  if (kind === 'HierarchyConfiguration') importHierarchy(placed, run);
}

/** Bindings of the root hold in the whole tree, unless an annotation keeps them from some of it. */
function importKubernetes({ source, tree, namespace }: Placed, { ledger }: ImportRun): void {
  if (source.kind === 'Namespace') judgeNamespace({ source, tenant: tree.tenant }, ledger);
  if (source.kind !== 'RoleBinding' || ledger.isJudged(source, [])) return;
  const isLocal = textEntriesAt(source.body, 'metadata', 'annotations').some(([key]) =>
    key.startsWith(`propagate.${group}/`),
  );
  if (namespace === tree.root && !isLocal) importBinding(source, tree.tenant, ledger);
  else judgeLocalBinding(source, ledger);
}

function judgeRest(source: ExportedObject, run: ImportRun): void {
  if (run.ledger.isJudged(source, ['apiVersion'])) return;
  const config =
    'what it propagates beside role bindings has to be rendered: write a Template with the objects, and a ClusterTemplateInstance that selects the tenants';
  const alone = 'it is in no tree of the export; keep its manifest elsewhere, or list it in a Tenant';
  if (source.kind === 'HNCConfiguration') run.ledger.judge(source, [], { fidelity: 'lost', how: config });
  else if (source.kind === 'Namespace') run.ledger.judge(source, [], { fidelity: 'lost', how: alone });
  else judgeOther(source, run, [group]);
}
