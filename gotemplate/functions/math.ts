import type { Budget } from '../values/budget.ts';
import { TemplateError } from '../values/error.ts';
import type { Present } from '../values/value.ts';
import { parseDecimal, toFloat, toInteger } from './convert.ts';
import { type Functions, fixed, variadic } from './define.ts';

const wrapped = (value: bigint) => BigInt.asIntN(64, value);

/** Sprig's integer arithmetic (64 bits, wraps on overflow) and rounding. */
export const mathFunctions: Functions = {
  int: fixed(['any'], ([value]) => toInteger(value)),
  int64: fixed(['any'], ([value]) => toInteger(value)),
  float64: fixed(['any'], ([value]) => toFloat(value)),
  atoi: fixed(['string'], ([text]) => parseDecimal(text)),
  add: variadic([[], 'any'], (_, values) => wrapped(values.reduce<bigint>((sum, value) => sum + toInteger(value), 0n))),
  add1: fixed(['any'], ([value]) => wrapped(toInteger(value) + 1n)),
  sub: fixed(['any', 'any'], ([a, b]) => wrapped(toInteger(a) - toInteger(b))),
  mul: variadic([['any'], 'any'], ([first], rest) =>
    rest.reduce<bigint>((product, value) => wrapped(product * toInteger(value)), toInteger(first)),
  ),
  div: fixed(['any', 'any'], ([a, b]) => wrapped(toInteger(a) / divisor(b))),
  mod: fixed(['any', 'any'], ([a, b]) => toInteger(a) % divisor(b)),
  max: variadic([['any'], 'any'], ([first], rest) => extreme(first, rest, (a, b) => a > b)),
  min: variadic([['any'], 'any'], ([first], rest) => extreme(first, rest, (a, b) => a < b)),
  floor: fixed(['any'], ([value]) => Math.floor(toFloat(value))),
  ceil: fixed(['any'], ([value]) => Math.ceil(toFloat(value))),
  round: fixed(['any', 'size'], ([value, places]) => round(toFloat(value), places)),
  until: fixed(['size'], ([count], budget) => steps({ from: 0, to: count, by: count < 0 ? -1 : 1 }, budget)),
  untilStep: fixed(['size', 'size', 'size'], ([from, to, by], budget) => steps({ from, to, by }, budget)),
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

/** Rounds as Sprig does: half up for positive numbers, but always down for negative numbers. */
function round(value: number, places: number): number {
  const power = 10 ** places;
  const digit = power * value;
  return (digit - Math.trunc(digit) >= 0.5 ? Math.ceil(digit) : Math.floor(digit)) / power;
}

interface Steps {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

function steps({ from, to, by }: Steps, budget: Budget): readonly bigint[] {
  const count = by === 0 || to < from !== by < 0 ? 0 : Math.ceil((to - from) / by);
  budget.items(count);
  return Array.from({ length: count }, (_, index) => BigInt(from + index * by));
}

/** Implements `seq last`, `seq first last` and `seq first step last`. `last` is an inclusive bound. */
function seq(values: readonly number[], budget: Budget): readonly bigint[] {
  if (values.length === 0 || values.length > 3) return [];
  const from = values.length === 1 ? 1 : (values[0] as number);
  const last = values.at(-1) as number;
  const direction = last < from ? -1 : 1;
  const by = values.length === 3 ? (values[1] as number) : direction;
  return steps({ from, to: last + direction, by }, budget);
}
