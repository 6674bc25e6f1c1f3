import { divideHalfEven, pricesPerMicro, type UnitPrice } from './money.ts';

/**
 * What an Offering adds to a rate, or the factor by which it multiplies the rate: 1150 adds 15% [sources: finops-3].
 */
export interface Margin {
  readonly absoluteMicros?: number | undefined;
  readonly factorMilli?: number | undefined;
}

/** The unit price for a subscriber. A meter without a rate has no price, because a margin alone is not a price. */
export function withMargin(rate: UnitPrice | null, { absoluteMicros, factorMilli }: Margin): UnitPrice | null {
  if (rate === null) return null;
  if (factorMilli !== undefined) return divideHalfEven(rate * BigInt(factorMilli), 1000n);
  return rate + BigInt(absoluteMicros ?? 0) * pricesPerMicro;
}
