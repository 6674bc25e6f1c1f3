import type { Manifest } from '../../core/print/manifest.ts';
import { readYaml } from '../../yaml/read-yaml.ts';

/** A rendered object as plain data. */
export type Tree = Readonly<Record<string, unknown>>;

/** Reads an object back. Our own output is always YAML, so that nothing else is our bug. */
export function treeOf({ text, id }: Pick<Manifest, 'text' | 'id'>): Tree {
  const reading = readYaml(text);
  const tree = reading.ok ? reading.bodies[0] : undefined;
  if (typeof tree !== 'object' || tree === null) throw new Error(`${id.kind} ${id.name} cannot be read back`);
  return tree as Tree;
}

/** The value at a path of keys, or undefined. */
export function at(tree: unknown, ...path: readonly string[]): unknown {
  let node = tree;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Tree)[step];
  }
  return node;
}

export function mapAt(tree: unknown, ...path: readonly string[]): Tree {
  const node = at(tree, ...path);
  return isMap(node) ? node : {};
}

export function listAt(tree: unknown, ...path: readonly string[]): readonly unknown[] {
  const node = at(tree, ...path);
  return Array.isArray(node) ? node : [];
}

export function isMap(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Equal as data; both sides come from YAML whose keys are sorted, but that is not relied on. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** The items of the second list that the first lacks. */
export function newItems(old: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  return now.filter((item) => !old.some((other) => same(item, other)));
}
