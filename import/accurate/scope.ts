import { textAt } from '../../data/tree.ts';
import type { ExportedObject } from '../resources/exported-object.ts';
import { namespaceIn } from '../tenancy/object-index.ts';
import { type NamespaceTree, treesOf } from '../tenancy/trees.ts';

export const group = 'accurate.cybozu.com';

export function isOfAccurate(source: ExportedObject): boolean {
  return source.group === group;
}

/** The role of a namespace: `root`, `template` or empty. */
export function typeOf(source: ExportedObject | undefined): string {
  return textAt(source?.body, 'metadata', 'labels', `${group}/type`);
}

/** The trees of an export. Each tree is a root namespace with its sub-namespaces. */
export function accurateTrees(objects: readonly ExportedObject[]): readonly NamespaceTree[] {
  const roots = objects.filter((one) => one.kind === 'Namespace' && typeOf(one) === 'root').map(({ name }) => name);
  return treesOf(parentsIn(objects), roots);
}

/**
 * The parent of each sub-namespace, from the label of the namespace or, if the export does not contain the namespace, from its
 * SubNamespace.
 */
function parentsIn(objects: readonly ExportedObject[]): ReadonlyMap<string, string> {
  const owned = objects
    .filter((one) => isSubNamespace(one) && !isInConflict(one, objects))
    .map(({ name, namespace }) => [name, namespace] as const);
  const labeled = objects
    .filter(({ kind }) => kind === 'Namespace')
    .map((one) => [one.name, labeledParent(one)] as const);
  return new Map([...owned, ...labeled].filter(([, parent]) => parent !== ''));
}

export function isSubNamespace(source: ExportedObject): boolean {
  return source.kind === 'SubNamespace' && isOfAccurate(source);
}

/**
 * Whether Accurate ignores a SubNamespace, because its namespace exists with another parent or none. Every tenant can create a
 * SubNamespace with the name of such a namespace [sources: accurate-3].
 */
export function isInConflict({ name, namespace }: ExportedObject, objects: readonly ExportedObject[]): boolean {
  const existing = namespaceIn(objects, name);
  return existing !== undefined && labeledParent(existing) !== namespace;
}

function labeledParent({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'labels', `${group}/parent`);
}

/**
 * The namespaces from which Accurate copies into a namespace, nearest first: its ancestors, then the template of the
 * root, the template of that template, and so on.
 */
export function originsOf(
  namespace: string,
  tree: NamespaceTree,
  objects: readonly ExportedObject[],
): readonly string[] {
  return [...tree.ancestors(namespace), ...templatesOf(tree.name, objects)];
}

/** The template of a namespace, and the templates of that template. */
export function templatesOf(namespace: string, objects: readonly ExportedObject[]): readonly string[] {
  const found: string[] = [];
  for (let name = templateOf(namespace, objects); name !== '' && !found.includes(name); ) {
    found.push(name);
    name = templateOf(name, objects);
  }
  return found;
}

function templateOf(namespace: string, objects: readonly ExportedObject[]): string {
  return textAt(namespaceIn(objects, namespace)?.body, 'metadata', 'labels', `${group}/template`);
}

/** The namespace that an object is copied from. Empty for an original. */
export function originOf({ body }: ExportedObject): string {
  return textAt(body, 'metadata', 'annotations', `${group}/from`);
}

export function isCopy(source: ExportedObject): boolean {
  return originOf(source) !== '';
}
