import { compare } from '../../data/order.ts';
import { Halt } from './fault.ts';

/**
 * What an expression can be. Integers are bigint and floats number, for Go tells them apart when it prints and
 * compares; its integer types of different sizes are one here. Dictionaries change only through `set` and `unset`.
 */
export type Value = Present | Missing;
export type Present = string | bigint | number | boolean | null | List | Dict;
export type List = readonly Present[];
export type Dict = Map<string, Present>;

/** A field that is not there. It may be tested and given a default; anything else with it is a fault. */
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

/** Plain data, as JSON has it, into values. Numbers become floats, as Go's decoder makes them. */
export function fromData(data: unknown): Present {
  if (data === null || data === undefined) return null;
  if (typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') return data;
  if (typeof data === 'bigint') return data;
  if (Array.isArray(data)) return data.map(fromData);
  return new Map(Object.entries(data as object).map(([key, value]) => [key, fromData(value)]));
}

export function truth(value: Value): boolean {
  if (isMissing(value) || value === null) return false;
  if (isList(value)) return value.length > 0;
  if (isDict(value)) return value.size > 0;
  return typeof value === 'string' ? value !== '' : Boolean(value);
}

/** Go's word for a value's kind, for messages. */
export function kindOf(value: Value): string {
  if (value === null || isMissing(value)) return 'nothing';
  if (isList(value)) return 'a list';
  if (isDict(value)) return 'a dict';
  const words = { string: 'a string', bigint: 'an integer', number: 'a float', boolean: 'a boolean' };
  return words[typeof value as keyof typeof words];
}

/** Go walks maps in the order of their keys. */
export function sortedEntries(dict: Dict): readonly (readonly [string, Present])[] {
  return [...dict].sort(([a], [b]) => compare(a, b));
}

export function present(value: Value): Present {
  if (isMissing(value)) throw new Halt(`${value.missing} is not there`);
  return value;
}
