import { compare } from '../../data/order.ts';
import { valueAt } from '../../data/tree.ts';
import type { SourceFact } from '../effect/fact.ts';
import { readRole } from '../effect/subject.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { copyFacts } from '../tenancy/object-facts.ts';
import { namesakesIn, objectsIn } from '../tenancy/object-index.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { hasSameContent, modeOf, type Propagation, propagationIn } from './propagation.ts';
import { group, isCopy, originsOf } from './scope.ts';

const isAccurateKey = (key: string) => key.startsWith(`${group}/`) || key === 'app.kubernetes.io/created-by';

/**
 * The effects of objects that Accurate copies, and of copies that it does not update, in each namespace of a tree that contains
 * them.
 */
export function propagatedFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const propagation = propagationIn(objects);
  const place = { tree, objects, propagation };
  return objectsIn(propagation.sources, sourceNamespaces(tree, objects)).flatMap((source) => [
    ...receivers(source.namespace, tree)
      .filter((name) => hasObject(name, source, place))
      .flatMap((name) => copyFacts({ source, isDropped: isAccurateKey }, name)),
    ...newNamespaceFacts(source, place),
  ]);
}

/** The namespaces whose objects can reach a namespace of the tree. */
export function sourceNamespaces(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly string[] {
  return [...tree.namespaces, ...originsOf(tree.name, tree, objects)];
}

/** The namespaces of the tree that an object in the namespace can reach. A template reaches all of them. */
function receivers(namespace: string, tree: NamespaceTree): readonly string[] {
  return tree.includes(namespace) ? [namespace, ...tree.descendants(namespace)].sort(compare) : tree.namespaces;
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
  if (modeOf(source) === 'update' && isPermitted(source)) return true;
  // Members of the namespace can create an object with the name and the annotation of a copy, but not with more permissions.
  const isLike = (one: ExportedObject) => isPermitted(source) || hasSameContent(one, source);
  return namesakesIn(objects, source).some((one) => isCopy(one) && one.namespace === namespace && isLike(one));
}

/**
 * True if Accurate can create copies, regardless of its configuration. Kubernetes rejects a copy that grants more than the
 * account of Accurate may do, and by default, Accurate has the cluster role admin [sources: accurate-4].
 */
function isPermitted({ group: apiGroup, kind, body }: ExportedObject): boolean {
  if (apiGroup !== 'rbac.authorization.k8s.io') return true;
  const role = readRole(valueAt(body, 'roleRef'));
  return kind === 'RoleBinding' && role.kind === 'ClusterRole' && ['admin', 'edit', 'view'].includes(role.name);
}

/** True if the export shows that Accurate copies the object, or if Accurate always can. */
function isCopied(source: ExportedObject, place: Place): boolean {
  const others = receivers(source.namespace, place.tree).filter((name) => name !== source.namespace);
  return isPermitted(source) || others.some((name) => hasObject(name, source, place));
}

/**
 * True if another object with the same kind and name is in the namespace, or between it and the source. The nearer object
 * takes precedence.
 */
function isShadowed(namespace: string, source: ExportedObject, { tree, objects, propagation }: Place): boolean {
  const origins = [namespace, ...originsOf(namespace, tree, objects)];
  const between = origins.slice(0, origins.indexOf(source.namespace));
  return namesakesIn(objects, source).some(
    (one) => between.includes(one.namespace) && (!isCopy(one) || propagation.isOwnCopy(one)),
  );
}

/** What a new namespace below the root gets. With `create`, it gets an initial copy that its owners may change. */
function newNamespaceFacts(source: ExportedObject, place: Place): readonly SourceFact[] {
  const { tree } = place;
  const isFromAbove = source.namespace === tree.name || !tree.namespaces.includes(source.namespace);
  if (modeOf(source) === 'update' && !isCopied(source, place)) return isFromAbove ? [uncopied(source)] : [];
  if (modeOf(source) === 'update')
    return isFromAbove ? copyFacts({ source, isDropped: isAccurateKey }, tree.newNamespace) : [];
  if (modeOf(source) !== 'create' || isCopy(source)) return [];
  const text =
    'Accurate copies the object once into each new namespace, whose owners can then change or delete the copy';
  return [{ aspect: 'behavior', text, from: [{ source, path: ['metadata', 'annotations', `${group}/propagate`] }] }];
}

function uncopied(source: ExportedObject): SourceFact {
  const text =
    'Accurate can copy only permissions that its own account has. The export contains no copy with them, so no other namespace gets the object';
  return { aspect: 'behavior', text, from: [{ source, path: ['metadata', 'annotations', `${group}/propagate`] }] };
}
