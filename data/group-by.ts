/** Groups items by key, in the order of each key's first item. Replaces Map.groupBy, which Node.js 20 lacks. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addToGroup(groups, keyOf(item), item);
  return groups;
}

/** Adds an item to the group of a key, for loops that build several groupings at once. */
export function addToGroup<T, K>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
