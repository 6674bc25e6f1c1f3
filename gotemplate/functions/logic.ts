import { type Budget, limits } from '../values/budget.ts';
import { TemplateError } from '../values/template-error.ts';
import {
  isDict,
  isList,
  isTruthy,
  kindOf,
  type Present,
  requirePresent,
  sortedEntries,
  type Value,
} from '../values/value.ts';
import { fixed, type TemplateFunctions, variadic } from './define.ts';

/** Go's comparisons and Sprig's defaults. The evaluator implements `and` and `or` with short-circuit evaluation. */
export const logicFunctions: TemplateFunctions = {
  and: variadic([['maybe'], 'maybe'], ([first]) => first),
  or: variadic([['maybe'], 'maybe'], ([first]) => first),
  not: fixed(['maybe'], ([value]) => !isTruthy(value)),
  eq: variadic([['any', 'any'], 'any'], ([first, second], more) => [second, ...more].some((one) => same(first, one))),
  ne: fixed(['any', 'any'], ([a, b]) => !same(a, b)),
  lt: fixed(['any', 'any'], ([a, b]) => less(a, b)),
  le: fixed(['any', 'any'], ([a, b]) => less(a, b) || same(a, b)),
  gt: fixed(['any', 'any'], ([a, b]) => !less(a, b) && !same(a, b)),
  ge: fixed(['any', 'any'], ([a, b]) => !less(a, b)),
  default: variadic([['any'], 'maybe'], ([standard], [given = null]) => (isTruthy(given) ? given : standard)),
  empty: fixed(['maybe'], ([value]) => !isTruthy(value)),
  coalesce: variadic([[], 'maybe'], (_, values) => values.find(isTruthy) ?? null),
  all: variadic([[], 'maybe'], (_, values) => values.every(isTruthy)),
  any: variadic([[], 'maybe'], (_, values) => values.some(isTruthy)),
  ternary: fixed(['any', 'any', 'boolean'], ([yes, no, condition]) => (condition ? yes : no)),
  deepEqual: fixed(['any', 'any'], ([a, b], budget) => deepEqual(a, b, budget)),
  fail: fixed(['string'], ([message]) => {
    throw new TemplateError(message);
  }),
  kindIs: fixed(['string', 'maybe'], ([wanted, value]) => goKind(value) === wanted),
  kindOf: fixed(['any'], ([value]) => goKind(value)),
};

/** Go compares only values of the same basic kind, and null with any value. */
function same(a: Present, b: Present): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'object' || typeof b === 'object')
    throw new TemplateError('lists and dicts cannot be compared; use deepEqual');
  if (typeof a !== typeof b) throw new TemplateError(`${kindOf(a)} cannot be compared with ${kindOf(b)}`);
  return a === b;
}

function less(a: Present, b: Present): boolean {
  const comparable = typeof a === typeof b && ['string', 'bigint', 'number'].includes(typeof a);
  if (!comparable) throw new TemplateError(`${kindOf(a)} has no order with ${kindOf(b)}`);
  return (a as string) < (b as string);
}

export function deepEqual(a: Present, b: Present, budget: Budget, depth = 0): boolean {
  budget.spend(1);
  if (depth > limits.depth) throw new TemplateError(`data is nested deeper than ${limits.depth}`);
  const inner = (x: Present, y: Present | undefined) => y !== undefined && deepEqual(x, y, budget, depth + 1);
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => inner(item, b[index]));
  if (!isDict(a) || !isDict(b)) return a === b;
  return a.size === b.size && sortedEntries(a).every(([key, item]) => inner(item, b.get(key)));
}

function goKind(value: Value): string {
  const given = requirePresent(value);
  if (given === null) return 'invalid';
  if (isList(given)) return 'slice';
  if (isDict(given)) return 'map';
  if (typeof given === 'bigint')
    throw new TemplateError('integers of different sizes are one kind here; ask for another kind');
  return typeof given === 'number' ? 'float64' : typeof given === 'boolean' ? 'bool' : 'string';
}
