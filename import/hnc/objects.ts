import { addToGroup } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { valueAt } from '../../data/tree.ts';
import { formatId, groupKind, type ObjectId } from '../../kubernetes/object-id.ts';
import type { SourceFact } from '../effect/fact.ts';
import { quotaFacts } from '../effect/objects.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { copyFacts } from '../tenancy/object-facts.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { isPropagated, isSource } from './propagation.ts';
import { inheritedFrom, isCopy, isOfHnc, labelsOf, modeOf } from './scope.ts';

const isHncKey = (key: string) => /^(?:propagate\.)?hnc\.x-k8s\.io\//.test(key);

/** The objects of synchronized kinds in each namespace of a tree: its own objects and copies from its ancestors. */
export function synchronizedFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const sources = sourcesByName(tree, objects);
  const copies = copiesIn(objects);
  return [...tree.namespaces, tree.newNamespace].flatMap((namespace) => {
    const labels = labelsOf(namespace, tree, objects);
    return [...sources.values()].flatMap((alike) => {
      const one = objectIn(namespace, { tree, labels, alike, objects, copies });
      return one ? copyFacts({ source: one, isDropped: isHncKey }, namespace) : [];
    });
  });
}

/** The originals by kind and name. A copy counts as an original if its original is not in the export. */
function sourcesByName(tree: NamespaceTree, objects: readonly ExportedObject[]) {
  const groups = new Map<string, ExportedObject[]>();
  const inTree = objects.filter((one) => tree.namespaces.includes(one.namespace) && isSynchronized(one, objects));
  for (const one of inTree) if (!isCopy(one)) addToGroup(groups, nameOf(one), one);
  for (const one of inTree)
    if (isCopy(one) && !groups.get(nameOf(one))?.some((other) => !isCopy(other))) addToGroup(groups, nameOf(one), one);
  return groups;
}

/** True if HNC reads the object as an original or a copy. */
export function isSynchronized(source: ExportedObject, objects: readonly ExportedObject[]): boolean {
  const mode = modeOf(source, objects);
  return mode !== undefined && !isOfHnc(source) && !isOfQuota(source) && (isCopy(source) || isSource(source, mode));
}

/** The ResourceQuotas that HNC creates for its own quotas. */
export function isOfQuota({ kind, group, name }: ExportedObject): boolean {
  return kind === 'ResourceQuota' && group === '' && name === 'hrq.hnc.x-k8s.io';
}

/** The copies of an export. An export with a copy of a kind has all copies of that kind. */
interface Copies {
  /** The copies with the namespaces of their originals. */
  readonly places: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function placeOf(copy: ObjectId, origin: string): string {
  return `${formatId(copy)} from ${origin}`;
}

function copiesIn(objects: readonly ExportedObject[]): Copies {
  const copies = objects.filter(isCopy);
  return { places: new Set(copies.map((one) => placeOf(one, inheritedFrom(one)))), kinds: new Set(copies.map(kindOf)) };
}

function kindOf({ group, kind }: ExportedObject): string {
  return groupKind(group, kind);
}

function nameOf(source: ExportedObject): string {
  return formatId({ ...source, namespace: '' });
}

interface Candidates {
  readonly tree: NamespaceTree;
  readonly labels: Readonly<Record<string, string>>;
  readonly alike: readonly ExportedObject[];
  readonly objects: readonly ExportedObject[];
  readonly copies: Copies;
}

/**
 * The topmost object that propagates into the namespace takes precedence over the namespace's own object
 * [sources: hnc-2].
 */
function objectIn(namespace: string, candidates: Candidates): ExportedObject | undefined {
  const { tree, labels, alike, objects } = candidates;
  const above = tree.ancestors(namespace).toReversed();
  const top = above
    .map((name) => alike.find((one) => one.namespace === name))
    .filter((one) => one && isPropagated(one, modeOf(one, objects) ?? 'Ignore', labels))
    .find((one) => one && isInExport(one, namespace, candidates));
  return top ?? alike.find((one) => one.namespace === namespace);
}

/**
 * False if the export shows that HNC does not copy the object, because a flag excludes it. For a new namespace, the
 * copies in other namespaces show it.
 */
function isInExport(source: ExportedObject, namespace: string, { tree, copies }: Candidates): boolean {
  if (!copies.kinds.has(kindOf(source))) return true;
  const below = tree.namespaces.filter((name) => tree.ancestors(name).includes(source.namespace));
  const places = namespace === tree.newNamespace ? below : [namespace];
  return places.some((name) => copies.places.has(placeOf({ ...source, namespace: name }, source.namespace)));
}

/** A HierarchicalResourceQuota limits its namespace and all descendants together [sources: hnc-4]. */
export function hierarchicalQuotas(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const quotas = objects.filter(
    (one) => one.kind === 'HierarchicalResourceQuota' && isOfHnc(one) && tree.namespaces.includes(one.namespace),
  );
  return quotas.flatMap((source) => {
    const below = tree.namespaces.filter((name) => tree.ancestors(name).includes(source.namespace));
    const pool = [source.namespace, ...below].sort(compare);
    return quotaFacts({ hard: valueAt(source.body, 'spec', 'hard') }, pool, true).map((fact) => ({
      ...fact,
      from: [['apiVersion'], ['kind'], ['metadata'], ['spec', 'hard', fact.resource]].map((path) => ({ source, path })),
    }));
  });
}
