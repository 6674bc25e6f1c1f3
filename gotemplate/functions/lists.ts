import type { Budget } from '../values/budget.ts';
import { byteLength, utf8ToBytes } from '../values/bytes.ts';
import { TemplateError } from '../values/error.ts';
import { describeType, isDict, isList, isTrue, type List, type Present } from '../values/value.ts';
import { toInteger } from './convert.ts';
import { type Call, type Functions, fixed, variadic } from './define.ts';
import { deepEqual } from './logic.ts';

const list: Call = variadic([[], 'any'], (_, items, budget) => withinBudget(items, budget));
const append: Call = fixed(['list', 'any'], ([items, item], budget) => withinBudget([...items, item], budget));

/** Sprig's functions for lists, and Go's `len` and `index`. None of them modifies a list. */
export const listFunctions: Functions = {
  list,
  tuple: list,
  append,
  push: append,
  prepend: fixed(['list', 'any'], ([items, item], budget) => withinBudget([item, ...items], budget)),
  concat: variadic([[], 'list'], (_, lists, budget) => {
    budget.items(lists.reduce((sum, one) => sum + one.length, 0));
    return lists.flat(1);
  }),
  first: fixed(['list'], ([items]) => items[0] ?? null),
  last: fixed(['list'], ([items]) => items.at(-1) ?? null),
  rest: fixed(['list'], ([items], budget) => withinBudget(items.slice(1), budget)),
  initial: fixed(['list'], ([items], budget) => withinBudget(items.slice(0, -1), budget)),
  reverse: fixed(['list'], ([items], budget) => withinBudget(items.toReversed(), budget)),
  compact: fixed(['list'], ([items], budget) => withinBudget(items.filter(isTrue), budget)),
  uniq: fixed(['list'], ([items], budget) => unique(items, budget)),
  without: variadic([['list'], 'any'], ([items], omitted, budget) =>
    items.filter((item) => !contains(omitted, item, budget)),
  ),
  has: fixed(['any', 'any'], ([item, items], budget) => items !== null && contains(requireList(items), item, budget)),
  slice: variadic([['list'], 'any'], ([items, ..._], indices, budget) => slice(items, indices, budget)),
  chunk: fixed(['size', 'list'], ([size, items], budget) => chunk(items, size, budget)),
  len: fixed(['any'], ([value]) => BigInt(lengthOf(value))),
  index: variadic([['any'], 'any'], ([value], indices) => indices.reduce(itemAt, value)),
};

function withinBudget(items: List, budget: Budget): List {
  budget.items(items.length);
  return items;
}

function requireList(value: Present): List {
  if (!isList(value)) throw new TemplateError(`expected a list, not ${describeType(value)}`);
  return value;
}

function contains(items: List, item: Present, budget: Budget): boolean {
  return items.some((one) => deepEqual(one, item, budget));
}

function unique(items: List, budget: Budget): List {
  const kept: Present[] = [];
  for (const item of items) if (!contains(kept, item, budget)) kept.push(item);
  return kept;
}

function slice(items: List, [from = 0n, to = BigInt(items.length)]: List, budget: Budget): List | null {
  if (items.length === 0) return null;
  const [start, end] = [Number(toInteger(from)), Number(toInteger(to))];
  if (start < 0 || end > items.length || start > end)
    throw new TemplateError(`items ${start} to ${end} are out of range: the length of the list is ${items.length}`);
  return withinBudget(items.slice(start, end), budget);
}

function chunk(items: List, size: number, budget: Budget): List {
  if (size < 1) throw new TemplateError('the size must be at least 1');
  budget.items(items.length);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function lengthOf(value: Present): number {
  if (typeof value === 'string') return byteLength(value);
  if (isList(value)) return value.length;
  if (isDict(value)) return value.size;
  throw new TemplateError(`${describeType(value)} has no length`);
}

/** Returns an item by index or key. As in Go, a missing key of a dict returns nil. */
function itemAt(value: Present, index: Present): Present {
  if (isDict(value)) {
    if (typeof index !== 'string') throw new TemplateError(`a key must be a string, not ${describeType(index)}`);
    return value.get(index) ?? null;
  }
  if (typeof index !== 'bigint') throw new TemplateError(`an index must be an integer, not ${describeType(index)}`);
  if (!isList(value) && typeof value !== 'string') throw new TemplateError(`${describeType(value)} has no items`);
  if (index < 0n || index >= lengthOf(value))
    throw new TemplateError(`index ${index} is out of range: the length is ${lengthOf(value)}`);
  return isList(value) ? (value[Number(index)] as Present) : BigInt(utf8ToBytes(value)[Number(index)] ?? 0);
}
