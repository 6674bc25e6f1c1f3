import { addToGroup, groupBy } from '../../data/group-by.ts';
import { memo } from '../../data/memo.ts';
import { compare } from '../../data/order.ts';
import { valueAt } from '../../data/tree.ts';
import { formatId, groupKind } from '../../kubernetes/object-id.ts';
import type { SourceFact } from '../effect/fact.ts';
import { quotaFacts } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { copyFacts } from '../tenancy/object-facts.ts';
import { kindAndName, objectsIn } from '../tenancy/object-index.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { isPropagated, isSource } from './propagation.ts';
import { inheritedFrom, isCopy, isOfHnc, labelsOf, modeOf } from './scope.ts';

const isHncKey = (key: string) => /^(?:propagate\.)?hnc\.x-k8s\.io\//.test(key);

/** The objects of synchronized kinds in each namespace of a tree: its own objects and copies from its ancestors. */
export function synchronizedFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const sources = sourcesIn(tree, objects);
  return [...tree.namespaces, tree.newNamespace].flatMap((namespace) => {
    const labels = labelsOf(namespace, tree, objects);
    return namesIn(namespace, tree, sources).flatMap((alike) => {
      const one = objectIn(namespace, { tree, labels, alike, objects });
      return one ? copyFacts({ source: one, isDropped: isHncKey }, namespace) : [];
    });
  });
}

/** Objects with the same kind and name, by namespace. */
type Namesakes = ReadonlyMap<string, ExportedObject>;

interface Sources {
  readonly byName: ReadonlyMap<string, Namesakes>;
  /** The keys of `byName` in each namespace. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** The originals. A copy counts as an original if the tree contains no original with its kind and name. */
function sourcesIn(tree: NamespaceTree, objects: readonly ExportedObject[]): Sources {
  const inTree = objectsIn(objects, tree.namespaces).filter((one) => isSynchronized(one, objects));
  const originals = inTree.filter((one) => !isCopy(one));
  const known = new Set(originals.map(kindAndName));
  const sources = [...originals, ...inTree.filter((one) => isCopy(one) && !known.has(kindAndName(one)))];
  const byNamespace = groupBy(sources, ({ namespace }) => namespace);
  const groups = groupBy(sources, kindAndName);
  return {
    byName: new Map([...groups].map(([name, alike]) => [name, new Map(alike.map((one) => [one.namespace, one]))])),
    names: new Map([...byNamespace].map(([namespace, own]) => [namespace, own.map(kindAndName)])),
  };
}

/** For each kind and name in the namespace or its ancestors, all objects of the tree with that kind and name. */
function namesIn(namespace: string, tree: NamespaceTree, { byName, names }: Sources): readonly Namesakes[] {
  const found = new Set([...tree.ancestors(namespace).toReversed(), namespace].flatMap((one) => names.get(one) ?? []));
  return [...found].flatMap((name) => byName.get(name) ?? []);
}

/** True if HNC reads the object as an original or a copy. */
export function isSynchronized(source: ExportedObject, objects: readonly ExportedObject[]): boolean {
  const mode = modeOf(source, objects);
  return mode !== undefined && !isOfHnc(source) && !isOfQuota(source) && (isCopy(source) || isSource(source, mode));
}

/** True for a ResourceQuota that HNC creates for its own quotas. */
export function isOfQuota({ kind, group, name }: ExportedObject): boolean {
  return kind === 'ResourceQuota' && group === '' && name === 'hrq.hnc.x-k8s.io';
}

/** The copies of an export. If an export contains any copy of a kind, it is assumed to contain all copies of that kind. */
interface Copies {
  /** The namespaces with a copy, by the copied object. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  readonly kinds: ReadonlySet<string>;
}

const copiesIn = memo((objects: readonly ExportedObject[]): Copies => {
  const copies = objects.filter(isCopy);
  const places = new Map<string, string[]>();
  for (const one of copies) addToGroup(places, formatId({ ...one, namespace: inheritedFrom(one) }), one.namespace);
  return { places, kinds: new Set(copies.map(kindOf)) };
});

function kindOf({ group, kind }: ExportedObject): string {
  return groupKind(group, kind);
}

interface Candidates {
  readonly tree: NamespaceTree;
  readonly labels: Readonly<Record<string, string>>;
  readonly alike: Namesakes;
  readonly objects: readonly ExportedObject[];
}

/**
 * The topmost object that propagates into the namespace takes precedence over the namespace's own object
 * [sources: hnc-2].
 */
function objectIn(namespace: string, candidates: Candidates): ExportedObject | undefined {
  const { tree, labels, alike, objects } = candidates;
  const above = tree.ancestors(namespace).toReversed();
  const top = above
    .map((name) => alike.get(name))
    .filter((one) => one && isPropagated(one, modeOf(one, objects) ?? 'Ignore', labels))
    .find((one) => one && isInExport(one, namespace, candidates));
  return top ?? alike.get(namespace);
}

/**
 * False if the export shows that HNC does not copy the object, because a flag excludes it. For a new namespace, the copies in
 * other namespaces show whether HNC copies the object.
 */
function isInExport(source: ExportedObject, namespace: string, { tree, objects }: Candidates): boolean {
  const { places, kinds } = copiesIn(objects);
  if (!kinds.has(kindOf(source))) return true;
  const found = places.get(formatId(source)) ?? [];
  if (namespace !== tree.newNamespace) return found.includes(namespace);
  return found.some((name) => tree.ancestors(name).includes(source.namespace));
}

/** A HierarchicalResourceQuota limits its namespace and all descendants together [sources: hnc-4]. */
export function hierarchicalQuotas(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const quotas = objectsIn(objects, tree.namespaces).filter(
    (one) => one.kind === 'HierarchicalResourceQuota' && isOfHnc(one),
  );
  return quotas.flatMap((source) => {
    const pool = [source.namespace, ...tree.descendants(source.namespace)].sort(compare);
    return quotaFacts({ hard: valueAt(source.body, 'spec', 'hard') }, pool, true).map((fact) => ({
      ...fact,
      from: [['apiVersion'], ['kind'], ['metadata'], ['spec', 'hard', fact.resource]].map((path) => ({ source, path })),
    }));
  });
}
