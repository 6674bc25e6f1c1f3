import { childrenOf, type Path } from './tree.ts';

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Every value that contains no other value. An empty mapping or list is a leaf too, because it can be significant. */
export function leavesOf(value: unknown, path: Path = []): readonly Leaf[] {
  const inner = childrenOf(value);
  if (inner.length === 0) return value === undefined ? [] : [{ path, value }];
  return inner.flatMap(([step, child]) => leavesOf(child, [...path, step]));
}
