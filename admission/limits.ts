import { trimEnd } from '../data/trim-end.ts';
import { keys } from './metadata-keys.ts';
import { officialPath, registryPath } from './registry-path.ts';

/**
 * Lists of values that a tenant may use. If the name of a list starts with `deny`, the tenant must not use its values. An
 * absent list limits nothing, except for `ownerReferences`, `priorityClasses`, `tolerations`, and `serviceTypes` in a namespace
 * with limited hosts. An empty list allows nothing or denies nothing, except that `denyWildcards` always denies.
 */
export type Limits = { readonly [Name in keyof typeof keys]?: readonly string[] };

export type LimitName = keyof Limits;

export const limitNames = Object.keys(keys).sort() as readonly LimitName[];

/** The namespace annotations that contain the lists, one item per line. */
export function limitAnnotations(limits: Limits): Readonly<Record<string, string>> {
  const entries = limitNames.flatMap((name) => {
    const items = limits[name];
    return items ? [[keys[name], textOf(itemsOf(name, items))] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Writes a list whose only item is empty as a line break, because an empty text means an empty list. */
function textOf(items: readonly string[]): string {
  return items.length === 1 && items[0] === '' ? '\n' : items.join('\n');
}

/** The items in an annotation. */
export function itemsIn(text: string): readonly string[] {
  return text === '' ? [] : [...new Set(text.split('\n'))];
}

/** Omits items with a line break, because rules would read them as two items. */
function itemsOf(name: LimitName, items: readonly string[]): readonly string[] {
  const valid = items.filter((item) => !/[\r\n]/.test(item));
  return [...new Set(normalized(name, valid))].sort();
}

function normalized(name: LimitName, items: readonly string[]): readonly string[] {
  if (name === 'images' || name === 'denyImages') return items.flatMap(registryPaths);
  return name === 'hosts' ? items.map((item) => item.toLowerCase()) : items;
}

/** `docker.io/x` matches both the directory `x` of Docker Hub and the official image `x`. */
function registryPaths(item: string): readonly string[] {
  const path = registryPath(item === '' ? 'docker.io' : trimEnd(item, /\//));
  return [path, officialPath(path)];
}

/** True for label and annotation keys of namespaces that change what rules allow or which defaults apply. */
export function isLimitKey(key: string): boolean {
  return /^leasehold\.dev\/(?:(?:allow|default|deny)-|cordoned$)|^enforce\.leasehold\.dev\//.test(key);
}
