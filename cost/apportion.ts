/**
 * Splits an amount by weights into integer shares that add up to it exactly. The remainder after rounding down goes to
 * the largest fractions, and among equal fractions to the first. If all weights are zero, all shares are zero.
 */
export function apportion(amount: bigint, weights: readonly bigint[]): readonly bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight, index) => ({ index, remainder: (amount * weight) % total }));
  const shares = weights.map((weight) => (amount * weight) / total);
  const left = Number(amount - shares.reduce((sum, share) => sum + share, 0n));
  const first = parts.sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  const roundedUp = new Set(first.slice(0, left).map(({ index }) => index));
  return shares.map((share, index) => (roundedUp.has(index) ? share + 1n : share));
}
