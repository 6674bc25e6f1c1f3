import { textAt } from '../../data/tree.ts';
import { judgeClusterFields } from '../ledger/cluster-fields.ts';
import { judgeOther } from '../ledger/other-objects.ts';
import type { Source } from '../ledger/sources.ts';
import type { System, Work } from '../ledger/work.ts';
import { forestOf } from '../tenancy/forest.ts';
import { judgeNamespace } from '../tenancy/namespace-metadata.ts';
import { beginTrees, type Tree } from '../tenancy/trees.ts';
import { shareLabels } from './inherited.ts';
import { importPropagated, isCopy } from './propagated.ts';
import { importSubNamespace } from './sub-namespace.ts';

const group = 'accurate.cybozu.com';

/** A cluster of Accurate: each root namespace becomes a Tenant that has its sub-namespaces too. */
export const accurate: System = {
  title: 'Accurate',
  import: (work) => {
    for (const source of work.sources) judgeAccurateFields(source, work);
    const roots = work.sources.filter((source) => typeOf(source) === 'root').map(({ name }) => name);
    const forest = forestOf(roots, parentsIn(work.sources));
    const trees = beginTrees(forest, (root) => roots.includes(root) || forest.below(root).length > 1, work);
    const treeOf = (source: Source): Tree | undefined =>
      trees.get(forest.rootOf(source.kind === 'Namespace' ? source.name : source.namespace));
    for (const source of work.sources) {
      const tree = treeOf(source);
      if (tree && source.kind === 'SubNamespace') importSubNamespace(source, tree, work);
    }
    for (const tree of trees.values()) shareLabels(tree, work);
    for (const source of work.sources) importKubernetes(source, treeOf(source), work);
    for (const tree of trees.values()) importPropagated(tree, work);
    for (const source of work.sources) judgeRest(source, work);
  },
};

function judgeAccurateFields(source: Source, work: Work): void {
  const { ledger } = work;
  const isOwn = (key: string) => key.startsWith('internal.accurate.cybozu.com/') || key === `${group}/parent`;
  judgeClusterFields(source, ledger, isOwn);
  const label = (key: string) => textAt(source.body, 'metadata', 'labels', key);
  const judge = (key: string, verdict: Parameters<typeof ledger.judge>[2]) =>
    ledger.judge(source, ['metadata', 'labels', key], verdict);
  if (label(`${group}/type`) === 'root') judge(`${group}/type`, { fidelity: 'exact', how: 'it is a Tenant' });
  if (label('app.kubernetes.io/created-by') === 'accurate')
    judge('app.kubernetes.io/created-by', { fidelity: 'cluster' });
  const how = `what ${label(`${group}/template`)} gave is on the namespaces and is kept; write the objects in it as a Template`;
  judge(`${group}/template`, { fidelity: 'approximated', how });
  if (isCopy(source)) ledger.judge(source, [], { fidelity: 'cluster', how: 'Accurate copied it from above' });
}

function typeOf({ kind, body }: Source): string {
  return kind === 'Namespace' ? textAt(body, 'metadata', 'labels', `${group}/type`) : '';
}

/** The parent of each sub-namespace: what its label says, else the SubNamespace that made it. */
function parentsIn(sources: readonly Source[]): ReadonlyMap<string, string> {
  const label = ['metadata', 'labels', `${group}/parent`];
  const made = sources
    .filter(({ kind }) => kind === 'SubNamespace')
    .map(({ name, namespace }) => [name, namespace] as const);
  const said = sources
    .filter(({ kind }) => kind === 'Namespace')
    .map(({ name, body }) => [name, textAt(body, ...label)] as const);
  return new Map([...made, ...said].filter(([, parent]) => parent !== ''));
}

function importKubernetes(source: Source, tree: Tree | undefined, { ledger }: Work): void {
  if (source.kind !== 'Namespace') return;
  if (tree) judgeNamespace({ source, tenant: tree.tenant }, ledger);
  else if (typeOf(source) === 'template') {
    const how =
      'no namespace is made like another; write its labels into metadata.common of the Tenants, and the objects in it as a Template';
    ledger.judge(source, [], { fidelity: 'lost', how });
  }
}

function judgeRest(source: Source, work: Work): void {
  if (work.ledger.isJudged(source, ['apiVersion'])) return;
  const alone = 'it is neither a root nor below one; keep its manifest elsewhere, or list it in a Tenant';
  if (source.kind === 'Namespace') work.ledger.judge(source, [], { fidelity: 'lost', how: alone });
  else judgeOther(source, work, [group]);
}
