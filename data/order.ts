/** Compares by UTF-16 code unit, so the order is the same on every machine, unlike localeCompare. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sortedKeys(map: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(map).sort();
}
