import { childrenOf, isMapping, type Path } from '../../data/tree.ts';

export interface Difference {
  readonly path: Path;
  /** Whether the mapping or list has other entries, or a value is empty that is not empty in the other tree. */
  readonly what: 'entries' | 'value';
}

/** The names in a text or in the keys of a mapping. In a list, those of its items, with a prefix. */
function namesIn(tree: unknown): readonly string[] {
  if (typeof tree === 'string') return tree.match(/[kv]\d+/g) ?? [];
  if (Array.isArray(tree)) return tree.flatMap(namesIn).map((name) => `-${name}`);
  return childrenOf(tree).flatMap(([key]) => namesIn(key));
}

/** Whether two values have a name in common, so that they are from the same part of a template. */
export function isRelated(one: unknown, other: unknown): boolean {
  const names = new Set(namesIn(one));
  return namesIn(other).some((name) => names.has(name));
}

/** The differences between two related trees. Values without a name in common are complete alternatives. */
export function differencesOf(one: unknown, other: unknown, path: Path = []): readonly Difference[] {
  if (isEmpty(one) && !isEmpty(other)) return [{ path, what: 'value' }];
  if (Array.isArray(one) && Array.isArray(other)) return ofLists(one, other, path);
  return isMapping(one) && isMapping(other) ? ofMappings(one, other, path) : [];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && childrenOf(value).length === 0);
}

function ofLists(one: readonly unknown[], other: readonly unknown[], path: Path): readonly Difference[] {
  const pairs = one.flatMap((item, index) =>
    other.filter((next) => isRelated(item, next)).map((next) => [index, next] as const),
  );
  const inside = pairs.flatMap(([index, next]) => differencesOf(one[index], next, [...path, index]));
  const own = pairs.length > 0 && one.length !== other.length ? [{ path, what: 'entries' as const }] : [];
  return [...own, ...inside];
}

type Mapping = Readonly<Record<string, unknown>>;

function ofMappings(one: Mapping, other: Mapping, path: Path): readonly Difference[] {
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  if (!isRelated(one, other)) return [];
  const inside = keys
    .filter((key) => Object.hasOwn(other, key))
    .flatMap((key) => differencesOf(one[key], other[key], [...path, key]));
  const isSame = keys.length === others.length && keys.every((key) => Object.hasOwn(other, key));
  return isSame ? inside : [{ path, what: 'entries' }, ...inside];
}
