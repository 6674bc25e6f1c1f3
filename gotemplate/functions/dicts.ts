import { compare } from '../../data/order.ts';
import type { Budget } from '../values/budget.ts';
import { TemplateError } from '../values/template-error.ts';
import { type Dict, isDict, isList, isTruthy, kindOf, type Present, sortedEntries } from '../values/value.ts';
import { textOf } from './convert.ts';
import { fixed, type TemplateFunctions, variadic } from './define.ts';

/** Sprig's functions for dicts. Unlike in Go, `keys` and `values` are sorted. */
export const dictFunctions: TemplateFunctions = {
  dict: variadic([[], 'any'], (_, items, budget) => makeDict(items, budget)),
  get: fixed(['dict', 'string'], ([dict, key]) => dict.get(key) ?? ''),
  set: fixed(['dict', 'string', 'any'], ([dict, key, value], budget) => {
    budget.reserveItems(dict.size);
    return dict.set(key, value);
  }),
  unset: fixed(['dict', 'string'], ([dict, key]) => {
    dict.delete(key);
    return dict;
  }),
  hasKey: fixed(['dict', 'string'], ([dict, key]) => dict.has(key)),
  keys: variadic([[], 'dict'], (_, dicts, budget) => {
    budget.reserveItems(dicts.reduce((sum, dict) => sum + dict.size, 0));
    return dicts.flatMap((dict) => [...dict.keys()].sort(compare));
  }),
  values: fixed(['dict'], ([dict], budget) => {
    budget.reserveItems(dict.size);
    return sortedEntries(dict).map(([, value]) => value);
  }),
  pick: variadic([['dict'], 'string'], ([dict], keys) => filtered(dict, (key) => keys.includes(key))),
  omit: variadic([['dict'], 'string'], ([dict], keys) => filtered(dict, (key) => !keys.includes(key))),
  pluck: variadic([['string'], 'dict'], ([key], dicts) =>
    dicts.flatMap((dict) => (dict.has(key) ? [dict.get(key) ?? null] : [])),
  ),
  dig: variadic([['any', 'any', 'any'], 'any'], (first, rest, budget) => dig([...first, ...rest], budget)),
  merge: variadic([['dict'], 'dict'], ([target], sources, budget) =>
    mergeAll(target, sources, { budget, precedence: 'target' }),
  ),
  mergeOverwrite: variadic([['dict'], 'dict'], ([target], sources, budget) =>
    mergeAll(target, sources, { budget, precedence: 'source' }),
  ),
  deepCopy: fixed(['any'], ([value], budget) => deepCopy(value, budget)),
};

function makeDict(items: readonly Present[], budget: Budget): Dict {
  const dict: Dict = new Map();
  for (let index = 0; index < items.length; index += 2)
    dict.set(textOf(items[index] ?? null, budget), items[index + 1] ?? (index + 1 < items.length ? null : ''));
  return dict;
}

function filtered(dict: Dict, keep: (key: string) => boolean): Dict {
  return new Map([...dict].filter(([key]) => keep(key)));
}

/** Arguments: keys, a default, the dict. */
function dig(args: readonly Present[], budget: Budget): Present {
  const keys = args.slice(0, -2);
  let value: Present = args.at(-1) ?? null;
  for (const key of keys) {
    budget.spend(1);
    if (typeof key !== 'string') throw new TemplateError(`a key must be a string, not ${kindOf(key)}`);
    if (!isDict(value)) throw new TemplateError(`${key} is asked of ${kindOf(value)}; only a dict has keys`);
    if (!value.has(key)) return args.at(-2) ?? null;
    value = value.get(key) ?? null;
  }
  return value;
}

interface MergeOptions {
  readonly budget: Budget;
  readonly precedence: 'target' | 'source';
}

/** Merges sources into the target. If the target has precedence, only its empty or missing values change. */
function mergeAll(target: Dict, sources: readonly Dict[], merging: MergeOptions): Dict {
  for (const source of sources) mergeInto(target, source, { ...merging, depth: 0 });
  return target;
}

function mergeInto(target: Dict, source: Dict, merging: MergeOptions & { readonly depth: number }): void {
  const { budget, precedence, depth } = merging;
  if (depth > 100) throw new TemplateError('dicts are nested deeper than 100');
  for (const [key, value] of sortedEntries(source)) {
    budget.spend(1);
    const own = target.get(key) ?? null;
    if (isDict(own) && isDict(value)) mergeInto(own, value, { ...merging, depth: depth + 1 });
    else if (precedence === 'source' || !isTruthy(own)) target.set(key, value);
  }
}

function deepCopy(value: Present, budget: Budget, depth = 0): Present {
  budget.spend(1);
  if (depth > 100) throw new TemplateError('data is nested deeper than 100');
  if (isList(value)) return value.map((item) => deepCopy(item, budget, depth + 1));
  if (!isDict(value)) return value;
  return new Map([...value].map(([key, item]) => [key, deepCopy(item, budget, depth + 1)]));
}
