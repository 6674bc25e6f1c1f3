import { type Budget, limits, tooDeep } from '../values/budget.ts';
import { TemplateError } from '../values/error.ts';
import {
  describeType,
  isDict,
  isList,
  isTrue,
  type Present,
  requirePresent,
  sortedEntries,
  type Value,
} from '../values/value.ts';
import { type Functions, fixed, variadic } from './define.ts';

/** Go's comparisons and Sprig's defaults. The evaluator implements `and` and `or` because they short-circuit. */
export const logicFunctions: Functions = {
  and: variadic([['optional'], 'optional'], ([first]) => first),
  or: variadic([['optional'], 'optional'], ([first]) => first),
  not: fixed(['optional'], ([value]) => !isTrue(value)),
  eq: variadic([['any', 'any'], 'any'], ([first, second], more) => [second, ...more].some((one) => same(first, one))),
  ne: fixed(['any', 'any'], ([a, b]) => !same(a, b)),
  lt: fixed(['any', 'any'], ([a, b]) => less(a, b)),
  le: fixed(['any', 'any'], ([a, b]) => less(a, b) || same(a, b)),
  gt: fixed(['any', 'any'], ([a, b]) => !less(a, b) && !same(a, b)),
  ge: fixed(['any', 'any'], ([a, b]) => !less(a, b)),
  default: variadic([['any'], 'optional'], ([fallback], [given = null]) => (isTrue(given) ? given : fallback)),
  empty: fixed(['optional'], ([value]) => !isTrue(value)),
  coalesce: variadic([[], 'optional'], (_, values) => values.find(isTrue) ?? null),
  all: variadic([[], 'optional'], (_, values) => values.every(isTrue)),
  any: variadic([[], 'optional'], (_, values) => values.some(isTrue)),
  ternary: fixed(['any', 'any', 'boolean'], ([yes, no, condition]) => (condition ? yes : no)),
  deepEqual: fixed(['any', 'any'], ([a, b], budget) => deepEqual(a, b, budget)),
  fail: fixed(['string'], ([message]) => {
    throw new TemplateError(message);
  }),
  kindIs: fixed(['string', 'optional'], ([expected, value]) => goKind(value) === expected),
  kindOf: fixed(['any'], ([value]) => goKind(value)),
};

/** Compares values like Go: both must have the same basic type, or one of them must be nil. */
function same(a: Present, b: Present): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'object' || typeof b === 'object')
    throw new TemplateError('cannot compare lists or dicts; use deepEqual');
  if (typeof a !== typeof b) throw new TemplateError(`cannot compare ${describeType(a)} with ${describeType(b)}`);
  return a === b;
}

function less(a: Present, b: Present): boolean {
  const comparable = typeof a === typeof b && ['string', 'bigint', 'number'].includes(typeof a);
  if (!comparable) throw new TemplateError(`cannot order ${describeType(a)} and ${describeType(b)}`);
  return (a as string) < (b as string);
}

export function deepEqual(a: Present, b: Present, budget: Budget, depth = 0): boolean {
  budget.spend(1);
  if (depth > limits.depth) throw tooDeep();
  const inner = (x: Present, y: Present | undefined) => y !== undefined && deepEqual(x, y, budget, depth + 1);
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => inner(item, b[index]));
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length) budget.spend(a.length >> 8);
  if (!isDict(a) || !isDict(b)) return a === b;
  return a.size === b.size && sortedEntries(a).every(([key, item]) => inner(item, b.get(key)));
}

/** The name of Go's reflect.Kind. Throws for integers, because their Go type is unknown. */
function goKind(value: Value): string {
  const subject = requirePresent(value);
  if (subject === null) return 'invalid';
  if (isList(subject)) return 'slice';
  if (isDict(subject)) return 'map';
  if (typeof subject === 'bigint')
    throw new TemplateError('the kind of an integer is unknown: leasehold does not distinguish int from int64');
  return typeof subject === 'number' ? 'float64' : typeof subject === 'boolean' ? 'bool' : 'string';
}
