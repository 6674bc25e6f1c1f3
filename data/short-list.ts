/** `a, b and 3 more`: the first items of a list that may be long. */
export function shortList(items: readonly string[], most: number): string {
  const rest = items.length - most;
  return `${items.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
