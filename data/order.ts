/** Compares by UTF-16 code unit, which gives the same order on every machine, unlike localeCompare. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function sortedKeys(map: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(map).sort();
}
