import type { Budget } from '../values/budget.ts';
import { TemplateError } from '../values/template-error.ts';
import type { Present } from '../values/value.ts';
import { parseDecimal, toFloat, toInteger } from './convert.ts';
import { fixed, type TemplateFunctions, variadic } from './define.ts';

const wrapInt64 = (value: bigint) => BigInt.asIntN(64, value);

/** Sprig's integer arithmetic (64 bits, wrapping) and rounding. */
export const mathFunctions: TemplateFunctions = {
  int: fixed(['any'], ([value]) => toInteger(value)),
  int64: fixed(['any'], ([value]) => toInteger(value)),
  float64: fixed(['any'], ([value]) => toFloat(value)),
  atoi: fixed(['string'], ([text]) => parseDecimal(text)),
  add: variadic([[], 'any'], (_, values) =>
    wrapInt64(values.reduce<bigint>((sum, value) => sum + toInteger(value), 0n)),
  ),
  add1: fixed(['any'], ([value]) => wrapInt64(toInteger(value) + 1n)),
  sub: fixed(['any', 'any'], ([a, b]) => wrapInt64(toInteger(a) - toInteger(b))),
  mul: variadic([['any'], 'any'], ([first], rest) =>
    rest.reduce<bigint>((product, value) => wrapInt64(product * toInteger(value)), toInteger(first)),
  ),
  div: fixed(['any', 'any'], ([a, b]) => wrapInt64(toInteger(a) / divisor(b))),
  mod: fixed(['any', 'any'], ([a, b]) => toInteger(a) % divisor(b)),
  max: variadic([['any'], 'any'], ([first], rest) => extreme(first, rest, (a, b) => a > b)),
  min: variadic([['any'], 'any'], ([first], rest) => extreme(first, rest, (a, b) => a < b)),
  floor: fixed(['any'], ([value]) => Math.floor(toFloat(value))),
  ceil: fixed(['any'], ([value]) => Math.ceil(toFloat(value))),
  round: fixed(['any', 'size'], ([value, places]) => round(toFloat(value), places)),
  until: fixed(['size'], ([count], budget) => sequence({ from: 0, to: count, by: count < 0 ? -1 : 1 }, budget)),
  untilStep: fixed(['size', 'size', 'size'], ([from, to, by], budget) => sequence({ from, to, by }, budget)),
  seq: variadic([[], 'size'], (_, values, budget) => seq(values, budget).join(' ')),
};

function divisor(value: Present): bigint {
  const by = toInteger(value);
  if (by === 0n) throw new TemplateError('division by zero');
  return by;
}

function extreme(first: Present, rest: readonly Present[], wins: (a: bigint, b: bigint) => boolean): bigint {
  return rest.map(toInteger).reduce((best, value) => (wins(value, best) ? value : best), toInteger(first));
}

/** Rounds like Sprig: half up for positive numbers, always down for negative ones. */
function round(value: number, places: number): number {
  const power = 10 ** places;
  const digit = power * value;
  return (digit - Math.trunc(digit) >= 0.5 ? Math.ceil(digit) : Math.floor(digit)) / power;
}

interface Sequence {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

function sequence({ from, to, by }: Sequence, budget: Budget): readonly bigint[] {
  const count = by === 0 || to < from !== by < 0 ? 0 : Math.ceil((to - from) / by);
  budget.reserveItems(count);
  return Array.from({ length: count }, (_, index) => BigInt(from + index * by));
}

/** `seq last`, `seq first last` or `seq first step last`, the last one included. */
function seq(values: readonly number[], budget: Budget): readonly bigint[] {
  if (values.length === 0 || values.length > 3) return [];
  const from = values.length === 1 ? 1 : (values[0] as number);
  const last = values.at(-1) as number;
  const way = last < from ? -1 : 1;
  const by = values.length === 3 ? (values[1] as number) : way;
  return sequence({ from, to: last + way, by }, budget);
}
