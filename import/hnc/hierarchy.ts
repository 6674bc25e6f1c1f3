import { listAt, type Path, textAt, valueAt } from '../../data/tree.ts';
import type { ExportedObject } from '../ledger/exported-object.ts';
import type { ImportRun } from '../ledger/import-run.ts';
import { keptEntry } from '../ledger/ledger.ts';
import { type FieldLocation, type OutputResource, setField } from '../ledger/output.ts';
import type { Forest } from '../tenancy/forest.ts';
import { recordOwnMetadata } from '../tenancy/members.ts';
import { recordListed, specificPath } from '../tenancy/namespace-metadata.ts';
import { type NamespaceTree, parentEntry } from '../tenancy/namespace-tree.ts';

/** An object of the export and the namespace tree that it belongs to. */
export interface TreeObject {
  readonly source: ExportedObject;
  /** The namespace of the object, or its name if it is a Namespace. */
  readonly namespace: string;
  readonly tree: NamespaceTree;
  readonly forest: Forest;
}

/** The parents of namespaces, from their configuration, their anchor or their annotation, in this order. */
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

/** Converts an anchor, which creates a namespace and can set labels and annotations for it and its descendants. */
export function importAnchor({ source, tree, forest }: TreeObject, run: ImportRun): void {
  const { ledger } = run;
  recordKind(source, 'the Tenant lists its namespace', run);
  recordListed(source, tree.tenant, ledger);
  ledger.record(source, ['metadata', 'namespace'], parentEntry(source.namespace, tree));
  importManaged({ source, namespace: source.name, tree, forest }, run);
}

/** Converts the configuration of a namespace: its parent, and labels and annotations for it and its descendants. */
export function importHierarchy(object: TreeObject, run: ImportRun): void {
  const { source, tree } = object;
  const { ledger } = run;
  recordKind(source, 'the tree is the Tenant', run);
  for (const path of [
    ['metadata', 'name'],
    ['metadata', 'namespace'],
  ])
    ledger.record(source, path, { fidelity: 'exact', how: 'the tree is the Tenant' });
  ledger.record(source, ['spec', 'parent'], parentEntry(textAt(source.body, 'spec', 'parent'), tree));
  const cascading = ['spec', 'allowCascadingDeletion'];
  const isOff = valueAt(source.body, ...cascading) === false;
  const how = 'namespaces stay when their Tenant goes; write onDeletePurgeNamespaces: true into it to have them go too';
  ledger.record(
    source,
    cascading,
    isOff ? { fidelity: 'cluster', how: 'it is the default' } : { fidelity: 'lost', how },
  );
  importManaged(object, run);
}

function recordKind(source: ExportedObject, how: string, { ledger }: ImportRun): void {
  for (const path of [['apiVersion'], ['kind']]) ledger.record(source, path, { fidelity: 'exact', how });
  recordOwnMetadata(source, ['metadata'], ledger);
}

/** Sets the root's labels and annotations for all namespaces, and those of another namespace for each descendant. */
function importManaged({ source, namespace, tree, forest }: TreeObject, { ledger }: ImportRun): void {
  for (const field of ['labels', 'annotations']) {
    for (const [index, pair] of listAt(source.body, 'spec', field).entries()) {
      const [key, value] = [textAt(pair, 'key'), textAt(pair, 'value')];
      if (key === '' || typeof valueAt(pair, 'value') !== 'string') continue;
      const path = ['spec', field, index];
      const to = metadataPaths(namespace === tree.root ? [] : forest.below(namespace), tree.tenant).map((entry) =>
        setField(tree.tenant, [...entry, field, key], value),
      );
      ledger.record(source, [...path, 'value'], keptEntry(firstOf(to)));
      ledger.record(source, [...path, 'key'], { fidelity: 'exact', how: 'as the key of its value' });
    }
  }
}

function metadataPaths(namespaces: readonly string[], tenant: OutputResource): readonly Path[] {
  if (namespaces.length === 0) return [['spec', 'namespaces', 'metadata', 'common']];
  return namespaces.flatMap((name) => {
    const entry = specificPath(tenant, name);
    return entry ? [entry] : [];
  });
}

/** Undefined if any of them could not be written. */
function firstOf(targets: readonly (FieldLocation | undefined)[]): FieldLocation | undefined {
  return targets.includes(undefined) ? undefined : targets[0];
}
