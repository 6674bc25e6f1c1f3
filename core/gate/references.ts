import { type Path, type Tree, textAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { usesBelow } from './field-uses.ts';

/**
 * References to objects in other namespaces, such as backends of routes: every mapping with a name and a namespace, in any kind
 * except those with only texts. All fields of a reference together decide what it refers to, so each of them is a use, even if
 * a trusted author wrote the namespace.
 */
export function referenceUses(object: Tree, kind: string): readonly Use[] {
  const uses: Use[] = [];
  if (kind !== 'ConfigMap' && kind !== 'Secret') addReferenceUses(object, object, { path: [], uses });
  return uses;
}

interface Found {
  readonly path: (string | number)[];
  readonly uses: Use[];
}

/** Modifies the path during the traversal, because copying it would take most of the time. */
function addReferenceUses(node: object, object: Tree, { path, uses }: Found): void {
  const { name, namespace } = node as Tree;
  if (typeof namespace === 'string' && namespace !== '' && name !== undefined)
    for (const use of termUses(object, [...path], namespace)) uses.push(use);
  for (const step of Object.keys(node)) {
    const child = (node as Tree)[step];
    if (typeof child !== 'object' || child === null) continue;
    path.push(Array.isArray(node) ? Number(step) : step);
    addReferenceUses(child, object, { path, uses });
    path.pop();
  }
}

/** The uses of every part of what refers to a namespace. Empty if the object is in this namespace. */
export function termUses(object: Tree, term: Path, namespace: string): readonly Use[] {
  if (namespace === textAt(object, 'metadata', 'namespace')) return [];
  return usesBelow(object, term).map((use) => ({ ...use, inNamespace: namespace }));
}

/** Whether a list of namespaces is absent, or contains no namespace other than the object's. */
export function isOwnList(object: Tree, namespaces: unknown): boolean {
  if ((namespaces ?? null) === null) return true;
  const own = textAt(object, 'metadata', 'namespace');
  return Array.isArray(namespaces) && namespaces.every((namespace) => namespace === own);
}
