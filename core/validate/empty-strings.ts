import { groupBy } from '../../data/group-by.ts';
import { isMapping, type Path, valueAt } from '../../data/tree.ts';
import type { Validator } from '../schema/validator.ts';
import type { Move } from '../source/source.ts';
import { toPath } from './schema-problem.ts';

export interface Cleaned {
  readonly body: unknown;
  /** The list items whose index differs from their index in the file. */
  readonly moved: readonly Move[];
}

/**
 * Removes empty strings and null where the schema does not allow them, and mappings that contained only such values. The
 * upstream operators are written in Go, where an empty string and an absent field are the same value [sources: mto-34].
 * Upstream guides also write an empty mapping for an empty list, so an empty mapping in place of another type is removed too.
 */
export function withoutEmptyStrings(body: unknown, validator: Validator): Cleaned {
  const removed = new Set<string>();
  let cleaned: Cleaned = { body, moved: [] };
  while (!validator(cleaned.body)) {
    const before = removed.size;
    const places = new Map(cleaned.moved.map(({ now, written }) => [pointerTo(now), written]));
    // A mapping with many fields can have an error for each of them.
    for (const [instancePath, errors] of groupBy(validator.errors ?? [], (error) => error.instancePath)) {
      const written = writtenPathOf(toPath(instancePath, cleaned.body), places);
      const value = valueAt(body, ...written);
      const isOfWrongType = errors.some(({ keyword }) => keyword === 'type');
      const isEmptyList = isOfWrongType && isMapping(value) && Object.keys(value).length === 0;
      if (isEmptyList || isRemovable(value, written, removed)) removed.add(pointerTo(written));
    }
    if (removed.size === before) return cleaned;
    cleaned = remove(body, removed);
  }
  return cleaned;
}

/** The path in the file. Looks up the nearest moved list item, because a search of all moves would be quadratic. */
function writtenPathOf(path: Path, places: ReadonlyMap<string, Path>): Path {
  for (let depth = places.size === 0 ? 0 : path.length; depth > 0; depth--) {
    const written = places.get(pointerTo(path.slice(0, depth)));
    if (written) return [...written, ...path.slice(depth)];
  }
  return path;
}

/**
 * Whether a value is an empty string. Below a top-level field, the same applies to null in a field, and to a mapping that
 * contained only such values. The API server removes null from fields, and rejects it in lists.
 */
function isRemovable(value: unknown, path: Path, removed: ReadonlySet<string>): boolean {
  if (value === '') return true;
  if (value === null) return path.length > 1 && typeof path.at(-1) === 'string';
  const fields = isMapping(value) ? Object.keys(value) : [];
  return path.length > 1 && fields.length > 0 && fields.every((field) => removed.has(pointerTo([...path, field])));
}

function pointerTo(path: Path): string {
  return JSON.stringify(path);
}

function remove(body: unknown, removed: ReadonlySet<string>): Cleaned {
  const moved: Move[] = [];
  const visit = (node: unknown, written: Path, now: Path): unknown => {
    if (Array.isArray(node)) return items(node, written, now);
    if (!isMapping(node)) return node;
    const kept = Object.entries(node).filter(([key]) => !removed.has(pointerTo([...written, key])));
    return Object.fromEntries(kept.map(([key, value]) => [key, visit(value, [...written, key], [...now, key])]));
  };
  const items = (list: readonly unknown[], written: Path, now: Path): unknown => {
    const kept = [...list.entries()].filter(([index]) => !removed.has(pointerTo([...written, index])));
    return kept.map(([index, item], position) => {
      const cleaned = visit(item, [...written, index], [...now, position]);
      if (index !== position) moved.push({ written: [...written, index], now: [...now, position] });
      return cleaned;
    });
  };
  return { body: visit(body, [], []), moved };
}
