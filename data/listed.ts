/** `a, b and c` */
export function listed(items: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter((part) => part !== '').join(` ${conjunction} `);
}
