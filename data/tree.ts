/** A mapping in a document, with values of unknown type. */
export type Tree = Readonly<Record<string, unknown>>;

/** The path from the root of a document to a value: mapping keys and list indexes. */
export type Path = readonly (string | number)[];

export function isMapping(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a path, or undefined if there is none. Ignores inherited properties. */
export function valueAt(tree: unknown, ...path: Path): unknown {
  let node = tree;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = (node as Readonly<Record<string | number, unknown>>)[step];
  }
  return node;
}

/** The mapping at a path, or an empty one if there is none. */
export function mappingAt(tree: unknown, ...path: Path): Tree {
  const found = valueAt(tree, ...path);
  return isMapping(found) ? found : {};
}

/** The list at a path, or an empty one if there is none. */
export function listAt(tree: unknown, ...path: Path): readonly unknown[] {
  const found = valueAt(tree, ...path);
  return Array.isArray(found) ? found : [];
}

/** The paths of the entries of the list at a path. */
export function pathsIn(tree: unknown, path: Path): readonly Path[] {
  return listAt(tree, ...path).map((_, index) => [...path, index]);
}

/** The string at a path, or an empty one if there is none. */
export function textAt(tree: unknown, ...path: Path): string {
  const found = valueAt(tree, ...path);
  return typeof found === 'string' ? found : '';
}

/** The strings in the list at a path. Skips items of other types. */
export function textsAt(tree: unknown, ...path: Path): readonly string[] {
  return listAt(tree, ...path).filter((item) => typeof item === 'string');
}

/** The entries of the mapping at a path whose values are text, such as labels. */
export function textEntriesAt(tree: unknown, ...path: Path): readonly (readonly [string, string])[] {
  const entries = Object.entries(mappingAt(tree, ...path));
  return entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** The values that a mapping or list contains, with their keys or indexes. Undefined values of a mapping do not count. */
export function childrenOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  return isMapping(value) ? Object.entries(value).filter(([, child]) => child !== undefined) : [];
}

/** Whether two values are equal as data. The order of keys does not matter, and an undefined value counts as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [childrenOf(a), childrenOf(b)];
  const others = new Map(right);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.length &&
    left.every(([step, child]) => others.has(step) && isSame(child, others.get(step)))
  );
}
