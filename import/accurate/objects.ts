import type { SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { copyFacts } from '../tenancy/object-facts.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { modeOf, type Propagation, propagationIn } from './propagation.ts';
import { group, isCopy, originsOf } from './scope.ts';

const isAccurateKey = (key: string) => key.startsWith(`${group}/`) || key === 'app.kubernetes.io/created-by';

/** The objects that Accurate copies, in each namespace of a tree, and copies that differ from their original. */
export function propagatedFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const propagation = propagationIn(objects);
  const place = { tree, objects, propagation };
  return propagation.sources
    .filter((one) => reaches(one.namespace, tree, objects))
    .flatMap((source) => [
      ...tree.namespaces
        .filter((name) => hasObject(name, source, place))
        .flatMap((name) => copyFacts({ source, isDropped: isAccurateKey }, name)),
      ...later(source, tree),
    ]);
}

/** True if an object in the namespace can reach a namespace of the tree. */
export function reaches(namespace: string, tree: NamespaceTree, objects: readonly ExportedObject[]): boolean {
  return tree.namespaces.includes(namespace) || originsOf(tree.name, tree, objects).includes(namespace);
}

interface Place {
  readonly tree: NamespaceTree;
  readonly objects: readonly ExportedObject[];
  readonly propagation: Propagation;
}

function hasObject(namespace: string, source: ExportedObject, place: Place): boolean {
  if (namespace === source.namespace) return true;
  const { tree, objects } = place;
  if (!originsOf(namespace, tree, objects).includes(source.namespace)) return false;
  if (isShadowed(namespace, source, place)) return false;
  if (modeOf(source) === 'update') return true;
  return objects.some((one) => isCopy(one) && one.namespace === namespace && isNamedLike(one, source));
}

/**
 * True if another object with the same name is between the source and the namespace. The nearer object takes
 * precedence.
 */
function isShadowed(namespace: string, source: ExportedObject, { tree, objects, propagation }: Place): boolean {
  const origins = [namespace, ...originsOf(namespace, tree, objects)];
  const between = origins.slice(0, origins.indexOf(source.namespace));
  return objects.some(
    (one) =>
      between.includes(one.namespace) &&
      isNamedLike(one, source) &&
      (!isCopy(one) || propagation.sources.includes(one)),
  );
}

function isNamedLike(one: ExportedObject, other: ExportedObject): boolean {
  return one.name === other.name && one.kind === other.kind && one.group === other.group;
}

/** What a new namespace below the root gets. With `create`, it gets an initial copy that its owners may change. */
function later(source: ExportedObject, tree: NamespaceTree): readonly SourceFact[] {
  const isFromAbove = source.namespace === tree.name || !tree.namespaces.includes(source.namespace);
  if (modeOf(source) === 'update')
    return isFromAbove ? copyFacts({ source, isDropped: isAccurateKey }, tree.newNamespace) : [];
  if (modeOf(source) !== 'create' || isCopy(source)) return [];
  const text = 'Accurate copies it once into each new namespace, which its owners may change or delete';
  return [{ aspect: 'behavior', text, from: [{ source, path: ['metadata', 'annotations', `${group}/propagate`] }] }];
}
