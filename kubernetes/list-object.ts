import type { Tree } from '../data/tree.ts';

/** True if kubectl or Argo CD could read the object as a list: they apply what `items` contains, whatever the kind. */
export function isList({ kind, items }: Tree): boolean {
  return items !== undefined || String(kind).endsWith('List');
}
