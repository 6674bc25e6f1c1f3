import { compare } from '../../data/order.ts';
import { type Budget, limits, tooDeep } from '../values/budget.ts';
import { TemplateError } from '../values/error.ts';
import { type Dict, describeType, isDict, isList, isTrue, type Present, sortedEntries } from '../values/value.ts';
import { textOf } from './convert.ts';
import { type Functions, fixed, variadic } from './define.ts';

/**
 * Sprig's functions for dicts. `keys` and `values` return lists in the order of the keys, because their order in Go is random.
 */
export const dictFunctions: Functions = {
  dict: variadic([[], 'any'], (_, items, budget) => makeDict(items, budget)),
  get: fixed(['dict', 'string'], ([dict, key]) => dict.get(key) ?? ''),
  set: fixed(['dict', 'string', 'any'], ([dict, key, value], budget) => {
    budget.items(dict.size);
    return dict.set(key, value);
  }),
  unset: fixed(['dict', 'string'], ([dict, key]) => {
    dict.delete(key);
    return dict;
  }),
  hasKey: fixed(['dict', 'string'], ([dict, key]) => dict.has(key)),
  keys: variadic([[], 'dict'], (_, dicts, budget) => {
    budget.items(dicts.reduce((sum, dict) => sum + dict.size, 0));
    return dicts.flatMap((dict) => [...dict.keys()].sort(compare));
  }),
  values: fixed(['dict'], ([dict], budget) => {
    budget.items(dict.size);
    return sortedEntries(dict).map(([, value]) => value);
  }),
  pick: variadic([['dict'], 'string'], ([dict], keys) => filtered(dict, keys, true)),
  omit: variadic([['dict'], 'string'], ([dict], keys) => filtered(dict, keys, false)),
  pluck: variadic([['string'], 'dict'], ([key], dicts) =>
    dicts.flatMap((dict) => (dict.has(key) ? [dict.get(key) ?? null] : [])),
  ),
  dig: variadic([['any', 'any', 'any'], 'any'], (first, rest, budget) => dig([...first, ...rest], budget)),
  merge: variadic([['dict'], 'dict'], ([target], sources, budget) =>
    mergeAll(target, sources, { budget, wins: 'target' }),
  ),
  mergeOverwrite: variadic([['dict'], 'dict'], ([target], sources, budget) =>
    mergeAll(target, sources, { budget, wins: 'source' }),
  ),
  deepCopy: fixed(['any'], ([value], budget) => deepCopy(value, budget)),
};

function makeDict(items: readonly Present[], budget: Budget): Dict {
  const dict: Dict = new Map();
  for (let index = 0; index < items.length; index += 2)
    dict.set(textOf(items[index] ?? null, budget), items[index + 1] ?? (index + 1 < items.length ? null : ''));
  return dict;
}

function filtered(dict: Dict, keys: readonly string[], keeps: boolean): Dict {
  const named = new Set(keys);
  return new Map([...dict].filter(([key]) => named.has(key) === keeps));
}

/** Reads a nested value. The arguments are the keys, a default and the dict. */
function dig(args: readonly Present[], budget: Budget): Present {
  const keys = args.slice(0, -2);
  let value: Present = args.at(-1) ?? null;
  for (const key of keys) {
    budget.spend(1);
    if (typeof key !== 'string') throw new TemplateError(`a key must be a string, not ${describeType(key)}`);
    if (!isDict(value)) throw new TemplateError(`cannot read ${key} of ${describeType(value)}; only a dict has keys`);
    if (!value.has(key)) return args.at(-2) ?? null;
    value = value.get(key) ?? null;
  }
  return value;
}

interface MergeOptions {
  readonly budget: Budget;
  /** Which dict takes precedence. */
  readonly wins: 'target' | 'source';
}

/** Modifies the target. If the target takes precedence, the sources only fill in its empty and missing values. */
function mergeAll(target: Dict, sources: readonly Dict[], options: MergeOptions): Dict {
  for (const source of sources) mergeInto(target, source, { ...options, depth: 0 });
  return target;
}

function mergeInto(target: Dict, source: Dict, options: MergeOptions & { readonly depth: number }): void {
  const { budget, wins, depth } = options;
  if (depth > limits.depth) throw tooDeep();
  for (const [key, value] of sortedEntries(source)) {
    budget.spend(1);
    const existing = target.get(key) ?? null;
    if (isDict(existing) && isDict(value)) mergeInto(existing, value, { ...options, depth: depth + 1 });
    else if (wins === 'source' || !isTrue(existing)) target.set(key, value);
  }
}

function deepCopy(value: Present, budget: Budget, depth = 0): Present {
  budget.spend(1);
  if (depth > limits.depth) throw tooDeep();
  if (isList(value)) return value.map((item) => deepCopy(item, budget, depth + 1));
  if (!isDict(value)) return value;
  return new Map([...value].map(([key, item]) => [key, deepCopy(item, budget, depth + 1)]));
}
