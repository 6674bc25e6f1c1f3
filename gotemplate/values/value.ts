import { compare } from '../../data/order.ts';
import { TemplateError } from './error.ts';

/**
 * The value of an expression. Integers are bigint and floats are number, because Go prints and compares them
 * differently. Unlike Go, templates here have only one integer type. Only functions such as `set` and `merge` modify a dict.
 */
export type Value = Present | Missing;
export type Present = string | bigint | number | boolean | null | List | Dict;
export type List = readonly Present[];
export type Dict = Map<string, Present>;

/** The value of a field that does not exist. It can be tested and can have a default. Any other use is an error. */
export interface Missing {
  /** The field as written in the template. */
  readonly missing: string;
}

export function isMissing(value: Value): value is Missing {
  return typeof value === 'object' && value !== null && 'missing' in value;
}

export function isDict(value: Value): value is Dict {
  return value instanceof Map;
}

export function isList(value: Value): value is List {
  return Array.isArray(value);
}

/** Converts data to values. Numbers are floats, as in Go's JSON decoder, except for bigint. */
export function fromData(data: unknown): Present {
  if (data === null || data === undefined) return null;
  if (typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') return data;
  if (typeof data === 'bigint') return data;
  if (Array.isArray(data)) return data.map(fromData);
  return new Map(Object.entries(data as object).map(([key, value]) => [key, fromData(value)]));
}

/** True if `if` treats the value as true. Empty strings, lists and dicts are false, as are zero, nil and missing fields. */
export function isTrue(value: Value): boolean {
  if (isMissing(value) || value === null) return false;
  if (isList(value)) return value.length > 0;
  if (isDict(value)) return value.size > 0;
  return typeof value === 'string' ? value !== '' : Boolean(value);
}

/** The type of a value, for messages. */
export function describeType(value: Value): string {
  if (value === null || isMissing(value)) return 'nil';
  if (isList(value)) return 'a list';
  if (isDict(value)) return 'a dict';
  const names = { string: 'a string', bigint: 'an integer', number: 'a float', boolean: 'a boolean' };
  return names[typeof value as keyof typeof names];
}

/** The entries of a dict sorted by key, which is the order in which Go templates iterate over maps. */
export function sortedEntries(dict: Dict): readonly (readonly [string, Present])[] {
  return [...dict].sort(([a], [b]) => compare(a, b));
}

export function requirePresent(value: Value): Present {
  if (isMissing(value)) throw new TemplateError(`${value.missing} is not defined`);
  return value;
}
