import { leavesOf } from '../../data/leaves.ts';
import { mappingAt, type Path, type Tree, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';

/**
 * A use of an object. `inline`: the use refers to text that members of the tenant can change in the cluster, so it needs a Grant
 * even if a trusted author wrote the reference. The text describes what the author can write instead.
 */
export type ObjectUse = Use & { readonly inline?: string };

/** Returns what an object needs permission for. */
export type UsesOf = (object: Tree) => readonly ObjectUse[];

/** The use of a field with its value. The field is the path without indexes, as in a Grant. */
export function fieldUse(path: Path, value: unknown, expected?: string): Use {
  const field = path.filter((step) => typeof step === 'string').join('.');
  const hint = expected === undefined ? {} : { expected };
  if (value === undefined) return { sort: 'missing-field', path, field, ...hint };
  return { sort: 'field', path, field, value: typeof value === 'string' ? value : JSON.stringify(value), ...hint };
}

/** The uses of every value below a path, except null. An empty list or mapping counts, because it can be significant. */
export function usesBelow(object: Tree, path: Path): readonly Use[] {
  const leaves = leavesOf(valueAt(object, ...path), path).filter(({ value }) => value !== null);
  return leaves.map((leaf) => fieldUse(leaf.path, leaf.value));
}

/** The uses of the fields of the mapping at a path, except the listed fields. */
export function usesExcept(object: Tree, path: Path, allowed: readonly string[]): readonly Use[] {
  const others = Object.keys(mappingAt(object, ...path)).filter((field) => !allowed.includes(field));
  return others.flatMap((field) => usesBelow(object, [...path, field]));
}

/** The uses of the field at a path, unless it is absent or null, or has one of the values. */
export function useUnless(object: Tree, path: Path, allowed: readonly unknown[]): readonly Use[] {
  const value = valueAt(object, ...path) ?? undefined;
  return value === undefined || allowed.includes(value) ? [] : usesBelow(object, path);
}
