import { compare } from '../../data/order.ts';
import { shortText } from '../../data/short-text.ts';
import { isMapping, isSame, type Tree, valueAt } from '../../data/tree.ts';

/** A field that differs. An undefined side means that the field was added or removed. */
export interface FieldChange {
  /** `spec.template.spec.containers[data-plane].image`: items with names are identified by name. */
  readonly path: string;
  readonly old?: unknown;
  readonly new?: unknown;
}

/**
 * The fields that differ between two trees. An added or removed mapping or list is one field. The keys of each mapping
 * are sorted.
 */
export function fieldChanges(old: unknown, now: unknown, path = ''): readonly FieldChange[] {
  if (isMapping(old) && isMapping(now)) return mapChanges(old, now, path);
  if (Array.isArray(old) && Array.isArray(now)) return listChanges(old, now, path);
  if (isSame(old, now)) return [];
  return [{ path, ...(old === undefined ? {} : { old }), ...(now === undefined ? {} : { new: now }) }];
}

function mapChanges(old: Tree, now: Tree, path: string): readonly FieldChange[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort(compare);
  return keys.flatMap((key) =>
    fieldChanges(valueAt(old, key), valueAt(now, key), path === '' ? key : path + step(key)),
  );
}

function step(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(shortText(key))}]`;
}

/** Compares items by name if all of them have unique names, so that a new first item does not change all others. */
function listChanges(old: readonly unknown[], now: readonly unknown[], path: string): readonly FieldChange[] {
  const before = byName(old);
  const after = byName(now);
  if (before && after) return namedChanges(before, after, path);
  const indices = Array.from({ length: Math.max(old.length, now.length) }, (_, index) => index);
  return indices.flatMap((index) => fieldChanges(old[index], now[index], `${path}[${index}]`));
}

type ItemsByName = ReadonlyMap<string, unknown>;

function namedChanges(before: ItemsByName, after: ItemsByName, path: string): readonly FieldChange[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const changes = names.flatMap((name) =>
    fieldChanges(before.get(name), after.get(name), `${path}[${shortText(name)}]`),
  );
  const isOrdered = isSame([...before.keys()], [...after.keys()]);
  if (changes.length > 0 || isOrdered) return changes;
  return [{ path: `${path} (order)`, old: [...before.keys()], new: [...after.keys()] }];
}

function byName(list: readonly unknown[]): ItemsByName | undefined {
  const named = new Map<string, unknown>();
  for (const item of list) {
    const name = isMapping(item) ? item['name'] : undefined;
    if (typeof name !== 'string' || named.has(name)) return undefined;
    named.set(name, item);
  }
  return named;
}
