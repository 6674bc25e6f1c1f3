import { type Leaf, leavesOf } from '../../data/leaves.ts';
import { childrenOf, mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';

/**
 * A use of an object. `inline`: the use refers to text that members of the tenant can change in the cluster, so it needs a Grant
 * even if a trusted author wrote the reference. The text describes what the author can write instead. `isOwnLimit`: nothing but
 * the field itself determines what its absence means. `isPart`: the use is the presence of the entries of a mapping or list, so it
 * matters only if untrusted authors decide about it.
 */
export type ObjectUse = Use & { readonly inline?: string; readonly isOwnLimit?: boolean; readonly isPart?: boolean };

/** Returns what an object needs permission for. */
export type UsesOf = (object: Tree) => readonly ObjectUse[];

/** The use of a field with its value. The field is the path without indexes, as in a Grant. */
export function fieldUse(path: Path, value: unknown, expected?: string): Use {
  const field = path.filter((step) => typeof step === 'string').join('.');
  const hint = expected === undefined ? {} : { expected };
  if (value === undefined) return { sort: 'missing-field', path, field, ...hint };
  return { sort: 'field', path, field, value: typeof value === 'string' ? value : JSON.stringify(value), ...hint };
}

/** Fields that limit what the mapping around them affects. Without a value, they limit nothing. */
const limitingFields = [
  'effect',
  'exportTo',
  'key',
  'labelSelector',
  'matchExpressions',
  'matchLabels',
  'project',
  'readOnly',
  'recursiveReadOnly',
  'resourceNames',
  'runtimeClassName',
  'sectionName',
  'subPath',
  'subPathExpr',
];

/** Whether the API server could read a value like an absent field: null, or an empty text, list or mapping. */
export function isEmpty(value: unknown): boolean {
  return (value ?? '') === '' || (typeof value === 'object' && Object.keys(value as object).length === 0);
}

/** The use of a value without other values in it. An empty value of a limiting field counts as missing. */
export function leafUse({ path, value }: Leaf, limiting: readonly string[] = limitingFields): Use {
  return fieldUse(path, isEmpty(value) && isOneOf(path, limiting) ? undefined : value);
}

function isOneOf(path: Path, fields: readonly string[]): boolean {
  const field = path.findLast((step) => typeof step === 'string');
  return field !== undefined && fields.includes(field);
}

/**
 * The uses of every value below a path. Null below it counts, because it removes a part. At the path itself, null is like the
 * absent field, which needs no permission unless the field is a limit.
 */
export function usesBelow(object: Tree, path: Path): readonly ObjectUse[] {
  const value = valueAt(object, ...path);
  if (value === null && !isOneOf(path, limitingFields)) return [];
  return [...leavesOf(value, path).map((leaf) => leafUse(leaf)), ...partUses(value, path)];
}

/**
 * The uses of the mappings and lists in a value that are not empty. An absent entry can widen what the others mean, unless each
 * entry of a list adds something of its own.
 */
export function partUses(value: unknown, path: Path): readonly ObjectUse[] {
  const inner = childrenOf(value);
  if (inner.length === 0) return [];
  const own = Array.isArray(value) && isOneOf(path, addingLists) ? [] : [partUse(path)];
  return [...own, ...inner.flatMap(([step, child]) => partUses(child, [...path, step]))];
}

/** Without its value, which `withValue` adds if it matters. */
export function partUse(path: Path): ObjectUse {
  return { ...fieldUse(path, ''), isPart: true };
}

export function withValue(object: Tree, use: ObjectUse): ObjectUse {
  return use.isPart ? { ...use, ...fieldUse(use.path, valueAt(object, ...use.path)) } : use;
}

/** Lists of which every item allows something of its own, so that fewer items allow less. */
const addingLists = ['data', 'dataFrom', 'egress', 'ingress', 'rules', 'subjects', 'tolerations'];

/** The uses of limiting fields that an item of a list has no value for. */
export function missingUses(object: Tree, items: readonly Path[], fields: readonly string[]): readonly ObjectUse[] {
  const paths = items.flatMap((item) => fields.map((field) => [...item, field]));
  const missing = paths.filter((path) => isEmpty(valueAt(object, ...path)));
  return missing.map((path) => ({ ...fieldUse(path, undefined), isOwnLimit: true }));
}

/** The uses of the fields of the mapping at a path, except the listed fields. */
export function usesExcept(object: Tree, path: Path, allowed: readonly string[]): readonly ObjectUse[] {
  const others = Object.keys(mappingAt(object, ...path)).filter((field) => !allowed.includes(field));
  return others.flatMap((field) => usesBelow(object, [...path, field]));
}

/**
 * The uses of the field at a path, unless it has one of the values, or is absent or null. Use this only if the default of the API
 * server is one of these values.
 */
export function useUnless(object: Tree, path: Path, allowed: readonly unknown[]): readonly ObjectUse[] {
  const value = valueAt(object, ...path) ?? undefined;
  return value === undefined || allowed.includes(value) ? [] : usesBelow(object, path);
}
