/** Code unit order: the same on every machine, unlike localeCompare. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedKeys(map: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(map).sort();
}
