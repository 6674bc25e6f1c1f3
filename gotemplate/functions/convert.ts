import type { Budget } from '../values/budget.ts';
import { printValue } from '../values/print.ts';
import { isList, type Present } from '../values/value.ts';

/** Converts a value to a string as Sprig does before it quotes or joins the value. */
export function textOf(value: Present, budget: Budget): string {
  return typeof value === 'string' ? value : printValue(value, budget);
}

/**
 * Converts the items of a list to strings and omits nil. Nil becomes an empty list, and any other value a list with a single
 * item.
 */
export function textsOf(value: Present, budget: Budget): readonly string[] {
  if (!isList(value)) return value === null ? [] : [textOf(value, budget)];
  return value.filter((item) => item !== null).map((item) => textOf(item, budget));
}

const integer =
  /^[-+]?(?:0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|0[bB]_*[01][01_]*|0[oO]_*[0-7][0-7_]*|0[0-7_]*|[1-9][0-9_]*)$/;

/**
 * Converts a value to an integer as Sprig does. A boolean becomes 1 or 0. A string can have a base prefix and zeros after the
 * decimal point. Anything that is not a number becomes 0.
 */
export function toInteger(value: Present): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt.asIntN(64, BigInt(Math.trunc(value))) : 0n;
  if (typeof value !== 'string') return 0n;
  return parseInteger(value.replace(/(?<=[0-9])\.0+$/, '')) ?? 0n;
}

/** More characters than any 64-bit integer needs. Converting many digits takes more than linear time. */
const maxIntegerLength = 200;

function parseInteger(text: string): bigint | undefined {
  if (text.length > maxIntegerLength || !integer.test(text)) return undefined;
  const digits = text
    .replace(/^[-+]/, '')
    .replaceAll('_', '')
    .replace(/^0(?=[0-7])/, '0o');
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

export function parseDecimal(text: string): bigint {
  return /^[-+]?[0-9]{1,18}$/.test(text) ? BigInt(text.replace('+', '')) : 0n;
}

const float = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

export function toFloat(value: Present): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && float.test(value) ? Number(value) : 0;
}
