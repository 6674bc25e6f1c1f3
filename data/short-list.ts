/** Joins the first items of a list: `a, b and 3 more`. */
export function shortList(items: readonly string[], max: number): string {
  const rest = items.length - max;
  return `${items.slice(0, max).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
