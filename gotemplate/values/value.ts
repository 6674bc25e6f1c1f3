import { compare } from '../../data/order.ts';
import { TemplateError } from './template-error.ts';

/**
 * The value of an expression. Integers are bigint and floats are number, because Go prints and compares them differently.
 * All integer sizes of Go are one type here. Only `set` and `unset` change dictionaries.
 */
export type Value = Present | Missing;
export type Present = string | bigint | number | boolean | null | List | Dict;
export type List = readonly Present[];
export type Dict = Map<string, Present>;

/** A missing field. Templates can test it and give it a default; any other use is an error. */
export interface Missing {
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

/** Converts JSON data to values. Numbers become floats, like in Go's decoder. */
export function fromData(data: unknown): Present {
  if (data === null || data === undefined) return null;
  if (typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') return data;
  if (typeof data === 'bigint') return data;
  if (Array.isArray(data)) return data.map(fromData);
  return new Map(Object.entries(data as object).map(([key, value]) => [key, fromData(value)]));
}

export function isTruthy(value: Value): boolean {
  if (isMissing(value) || value === null) return false;
  if (isList(value)) return value.length > 0;
  if (isDict(value)) return value.size > 0;
  return typeof value === 'string' ? value !== '' : Boolean(value);
}

/** The type of a value, for messages. */
export function kindOf(value: Value): string {
  if (value === null || isMissing(value)) return 'nothing';
  if (isList(value)) return 'a list';
  if (isDict(value)) return 'a dict';
  const words = { string: 'a string', bigint: 'an integer', number: 'a float', boolean: 'a boolean' };
  return words[typeof value as keyof typeof words];
}

/** The entries sorted by key, which is the order of Go's range over maps. */
export function sortedEntries(dict: Dict): readonly (readonly [string, Present])[] {
  return [...dict].sort(([a], [b]) => compare(a, b));
}

export function requirePresent(value: Value): Present {
  if (isMissing(value)) throw new TemplateError(`${value.missing} is not there`);
  return value;
}
