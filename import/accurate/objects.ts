import { textAt } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import type { SourceFact } from '../effect/fact.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { copyFacts } from '../tenancy/object-facts.ts';
import type { NamespaceTree } from '../tenancy/trees.ts';
import { group, isCopy, isOfAccurate, originsOf } from './scope.ts';

const isAccurateKey = (key: string) => key.startsWith(`${group}/`);

function propagation({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'annotations', `${group}/propagate`);
}

/** True if Accurate copies the object from its namespace. */
export function isPropagated(source: ExportedObject): boolean {
  return ['create', 'update'].includes(propagation(source)) && !isOfAccurate(source);
}

/**
 * The objects that Accurate copies, in each namespace of a tree. With `update`, every namespace below has a copy. With
 * `create`, users may have deleted the copy, so only exported copies count [sources: accurate-1].
 */
export function propagatedFacts(tree: NamespaceTree, objects: readonly ExportedObject[]): readonly SourceFact[] {
  const sources = objects.filter((one) => isPropagated(one) && !isCopy(one));
  const inTree = sources.filter((one) => reaches(one.namespace, tree, objects));
  return inTree.flatMap((source) => [
    ...tree.namespaces
      .filter((name) => hasObject(name, source, { tree, objects }))
      .flatMap((name) => copyFacts({ source, isDropped: isAccurateKey }, name)),
    ...later(source, tree),
  ]);
}

function reaches(namespace: string, tree: NamespaceTree, objects: readonly ExportedObject[]): boolean {
  return tree.namespaces.includes(namespace) || originsOf(tree.name, tree, objects).includes(namespace);
}

interface Place {
  readonly tree: NamespaceTree;
  readonly objects: readonly ExportedObject[];
}

function hasObject(namespace: string, source: ExportedObject, { tree, objects }: Place): boolean {
  if (namespace === source.namespace) return true;
  if (!originsOf(namespace, tree, objects).includes(source.namespace)) return false;
  if (propagation(source) === 'update') return !isShadowed(namespace, source, { tree, objects });
  return objects.some(
    (one) => isCopy(one) && nameOf(one, namespace) === nameOf(source, namespace) && one.namespace === namespace,
  );
}

/**
 * True if another source with the same name is between the source and the namespace. The nearer source takes
 * precedence.
 */
function isShadowed(namespace: string, source: ExportedObject, { tree, objects }: Place): boolean {
  const origins = [namespace, ...originsOf(namespace, tree, objects)];
  const between = origins.slice(0, origins.indexOf(source.namespace));
  return objects.some(
    (one) => !isCopy(one) && between.includes(one.namespace) && nameOf(one, '') === nameOf(source, ''),
  );
}

function nameOf(source: ExportedObject, namespace: string): string {
  return formatId({ ...source, namespace });
}

/** What a new namespace below the root gets. With `create`, it gets an initial copy that its owners may change. */
function later(source: ExportedObject, tree: NamespaceTree): readonly SourceFact[] {
  const isFromAbove = source.namespace === tree.name || !tree.namespaces.includes(source.namespace);
  if (propagation(source) === 'update')
    return isFromAbove ? copyFacts({ source, isDropped: isAccurateKey }, tree.newNamespace) : [];
  const text = 'Accurate copies it once into each new namespace, which its owners may change or delete';
  return [{ aspect: 'behaviour', text, from: [{ source, path: ['metadata', 'annotations', `${group}/propagate`] }] }];
}
