import { listAt, type Path, textAt, valueAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptAt } from '../ledger/ledger.ts';
import { type FieldLocation, type OutputResource, setField } from '../ledger/output.ts';
import type { Forest } from '../tenancy/forest.ts';
import { judgeOwnMetadata } from '../tenancy/members.ts';
import { judgeListed, specificPath } from '../tenancy/namespace-metadata.ts';
import { type NamespaceTree, parentHow } from '../tenancy/namespace-tree.ts';

/** An object of the export with its place in a tree. */
export interface Placed {
  readonly source: ExportedObject;
  /** The namespace that it is in, or is. */
  readonly namespace: string;
  readonly tree: NamespaceTree;
  readonly forest: Forest;
}

/** The parent of each namespace that has one: what its configuration says, else its anchor, else its annotation. */
export function parentsIn(objects: readonly ExportedObject[]): ReadonlyMap<string, string> {
  const annotation = ['metadata', 'annotations', 'hnc.x-k8s.io/subnamespace-of'];
  const pairs = [
    ...objects
      .filter(({ kind }) => kind === 'Namespace')
      .map(({ name, body }) => [name, textAt(body, ...annotation)] as const),
    ...objects
      .filter(({ kind }) => kind === 'SubnamespaceAnchor')
      .map(({ name, namespace }) => [name, namespace] as const),
    ...objects
      .filter(({ kind }) => kind === 'HierarchyConfiguration')
      .map(({ namespace, body }) => [namespace, textAt(body, 'spec', 'parent')] as const),
  ];
  return new Map(pairs.filter(([, parent]) => parent !== ''));
}

/** An anchor makes a namespace, and may say labels and annotations for it and all below it. */
export function importAnchor({ source, tree, forest }: Placed, run: ImportRun): void {
  const { ledger } = run;
  judgeKind(source, 'the Tenant lists its namespace', run);
  judgeListed(source, tree.tenant, ledger);
  ledger.judge(source, ['metadata', 'namespace'], parentHow(source.namespace, tree));
  importManaged({ source, namespace: source.name, tree, forest }, run);
}

/** The configuration of one namespace: its parent, and labels and annotations for it and all below it. */
export function importHierarchy(placed: Placed, run: ImportRun): void {
  const { source, tree } = placed;
  const { ledger } = run;
  judgeKind(source, 'the tree is the Tenant', run);
  for (const path of [
    ['metadata', 'name'],
    ['metadata', 'namespace'],
  ])
    ledger.judge(source, path, { fidelity: 'exact', how: 'the tree is the Tenant' });
  ledger.judge(source, ['spec', 'parent'], parentHow(textAt(source.body, 'spec', 'parent'), tree));
  const cascading = ['spec', 'allowCascadingDeletion'];
  const isOff = valueAt(source.body, ...cascading) === false;
  const how = 'namespaces stay when their Tenant goes; write onDeletePurgeNamespaces: true into it to have them go too';
  ledger.judge(
    source,
    cascading,
    isOff ? { fidelity: 'cluster', how: 'it is the default' } : { fidelity: 'lost', how },
  );
  importManaged(placed, run);
}

function judgeKind(source: ExportedObject, how: string, { ledger }: ImportRun): void {
  for (const path of [['apiVersion'], ['kind']]) ledger.judge(source, path, { fidelity: 'exact', how });
  judgeOwnMetadata(source, ['metadata'], ledger);
}

/** Labels and annotations of the root are for all; those of another namespace are said for each below it. */
function importManaged({ source, namespace, tree, forest }: Placed, { ledger }: ImportRun): void {
  for (const field of ['labels', 'annotations']) {
    for (const [index, pair] of listAt(source.body, 'spec', field).entries()) {
      const [key, value] = [textAt(pair, 'key'), textAt(pair, 'value')];
      if (key === '' || typeof valueAt(pair, 'value') !== 'string') continue;
      const path = ['spec', field, index];
      const to = placeFor(namespace === tree.root ? [] : forest.below(namespace), tree.tenant).map((entry) =>
        setField(tree.tenant, [...entry, field, key], value),
      );
      ledger.judge(source, [...path, 'value'], keptAt(firstOf(to)));
      ledger.judge(source, [...path, 'key'], { fidelity: 'exact', how: 'as the key of its value' });
    }
  }
}

function placeFor(namespaces: readonly string[], tenant: OutputResource): readonly Path[] {
  if (namespaces.length === 0) return [['spec', 'namespaces', 'metadata', 'common']];
  return namespaces.flatMap((name) => {
    const entry = specificPath(tenant, name);
    return entry ? [entry] : [];
  });
}

/** Undefined when one of them could not be put. */
function firstOf(targets: readonly (FieldLocation | undefined)[]): FieldLocation | undefined {
  return targets.includes(undefined) ? undefined : targets[0];
}
