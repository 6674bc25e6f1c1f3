import { trimEnd } from '../data/trim-end.ts';

/**
 * Money is a bigint, never a number. An amount is in micros: 1,000,000 micros are 1.00 of the currency. A unit price is in
 * trillionths of the currency, because the price of a GiB-hour of storage can have eleven decimals.
 */
export type Micros = bigint;
export type UnitPrice = bigint;

const priceDecimals = 12;
const microDecimals = 6;

/** Unit prices are this many times finer than amounts. */
export const pricesPerMicro = 10n ** BigInt(priceDecimals - microDecimals);

/**
 * Parses a decimal such as `0.031` exactly. Undefined for anything else, for more than 12 decimals without zeros at the end, and
 * for more than 15 digits before them.
 */
export function unitPriceOf(decimal: string): UnitPrice | undefined {
  const [, whole, fraction = ''] = /^([0-9]{1,15})(?:\.([0-9]+))?$/.exec(decimal) ?? [];
  const digits = trimEnd(fraction, /0/);
  if (whole === undefined || digits.length > priceDecimals) return undefined;
  return BigInt(whole + digits.padEnd(priceDecimals, '0'));
}

/** A unit price as the shortest decimal: `0.031`. */
export function formatUnitPrice(price: UnitPrice): string {
  return formatDecimal(price, priceDecimals).replace(/\.?0+$/, '');
}

/** An amount with all its decimals, because rounded amounts might not add up: `193.326488`. */
export function formatMicros(amount: Micros): string {
  return formatDecimal(amount, microDecimals);
}

/** Formats an integer with a fixed number of decimals: 1500 with 3 decimals is `1.500`. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Divides two non-negative numbers, and rounds half to even. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
