import type { Budget } from '../values/budget.ts';
import { TemplateError } from '../values/template-error.ts';
import { type Dict, isDict, isList, isMissing, kindOf, type List, type Present, type Value } from '../values/value.ts';

/** Types of parameters. `any` accepts every value that is present; `maybe` also a missing one. */
interface ParameterTypes {
  readonly any: Present;
  readonly maybe: Value;
  readonly string: string;
  readonly integer: bigint;
  /** An integer used as a count or an offset. */
  readonly size: number;
  readonly boolean: boolean;
  readonly list: List;
  readonly dict: Dict;
}

export type ParameterType = keyof ParameterTypes;

type ArgumentValues<P extends readonly ParameterType[]> = { readonly [I in keyof P]: ParameterTypes[P[I]] };

/** A function for templates. */
export type TemplateFunction = (args: readonly Value[], budget: Budget) => Value;

export type TemplateFunctions = Readonly<Record<string, TemplateFunction>>;

/** Defines a function with a fixed number of arguments. */
export function fixed<const P extends readonly ParameterType[]>(
  types: P,
  run: (args: ArgumentValues<P>, budget: Budget) => Value,
): TemplateFunction {
  return (args, budget) => {
    if (args.length !== types.length) throw new TemplateError(countMessage(`${types.length}`, args.length));
    return run(types.map((type, index) => checkArgument(args[index] as Value, type, index)) as never, budget);
  };
}

/** Defines a function whose last parameter accepts any number of arguments. */
export function variadic<const P extends readonly ParameterType[], R extends ParameterType>(
  [types, rest]: readonly [types: P, rest: R],
  run: (args: ArgumentValues<P>, rest: readonly ParameterTypes[R][], budget: Budget) => Value,
): TemplateFunction {
  return (args, budget) => {
    if (args.length < types.length) throw new TemplateError(countMessage(`at least ${types.length}`, args.length));
    const converted = args.map((value, index) => checkArgument(value, types[index] ?? rest, index));
    return run(converted.slice(0, types.length) as never, converted.slice(types.length) as never, budget);
  };
}

function countMessage(wanted: string, given: number): string {
  return `takes ${wanted} argument${wanted === '1' || wanted.endsWith(' 1') ? '' : 's'}, not ${given}`;
}

const checks: Readonly<Record<Exclude<ParameterType, 'any' | 'maybe' | 'size'>, (value: Value) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'bigint',
  boolean: (value) => typeof value === 'boolean',
  list: isList,
  dict: isDict,
};

const names: Readonly<Record<ParameterType, string>> = {
  any: 'a value',
  maybe: 'a value',
  string: 'a string',
  integer: 'an integer',
  size: 'an integer',
  boolean: 'a boolean',
  list: 'a list',
  dict: 'a dict',
};

function checkArgument(value: Value, type: ParameterType, index: number): Value {
  if (type === 'maybe') return value;
  if (isMissing(value)) throw new TemplateError(`${value.missing} is not there`);
  if (type === 'any') return value;
  if (!checks[type === 'size' ? 'integer' : type](value))
    throw new TemplateError(`argument ${index + 1} must be ${names[type]}, not ${kindOf(value)}`);
  return type === 'size' ? Number(value) : value;
}
