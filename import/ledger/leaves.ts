import type { Path } from '../../data/tree.ts';

export type Tree = Readonly<Record<string, unknown>>;

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Every value below one that holds no others; an empty mapping or list is a leaf too, since it says something. */
export function leavesOf(value: unknown, path: Path = []): readonly Leaf[] {
  const inner = childrenOf(value);
  if (inner.length === 0) return value === undefined ? [] : [{ path, value }];
  return inner.flatMap(([step, child]) => leavesOf(child, [...path, step]));
}

export function childrenOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isTree(value) ? Object.entries(value).filter(([, child]) => child !== undefined) : [];
}

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return inner[Number(step)];
    return isTree(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

export function textAt(value: unknown, path: Path): string {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

export function listAt(value: unknown, path: Path): readonly unknown[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
}

export function treeAt(value: unknown, path: Path): Tree {
  const found = valueAt(value, path);
  return isTree(found) ? found : {};
}

/** The texts of a mapping, such as labels; what is no text is left out. */
export function textsAt(value: unknown, path: Path): readonly (readonly [string, string])[] {
  return Object.entries(treeAt(value, path)).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [childrenOf(a), childrenOf(b)];
  const theirs = new Map(right);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.length &&
    left.every(([step, child]) => theirs.has(step) && isSame(child, theirs.get(step)))
  );
}
