/** Formats the difference between two amounts with its sign. */
export function signed(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${money(Math.abs(amount))}`;
}

/** Formats an amount with two decimal places and thousands separators. */
export function money(amount: number): string {
  return amount.toFixed(2).replace(/\B(?=(?:\d{3})+\.)/g, ',');
}

/** Amounts that change, largest difference first. */
export function byDifference<Entry extends { readonly before: number; readonly after: number }>(
  entries: readonly Entry[],
): readonly Entry[] {
  return [...entries].sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}
