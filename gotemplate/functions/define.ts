import type { Budget } from '../values/budget.ts';
import { Halt } from '../values/fault.ts';
import { type Dict, isDict, isList, isMissing, kindOf, type List, type Present, type Value } from '../values/value.ts';

/** What a parameter takes. `any` takes all that is there; `maybe` also what is missing. */
interface ParameterTypes {
  readonly any: Present;
  readonly maybe: Value;
  readonly string: string;
  readonly integer: bigint;
  /** An integer that a count or an offset can be. */
  readonly size: number;
  readonly boolean: boolean;
  readonly list: List;
  readonly dict: Dict;
}

export type ParameterType = keyof ParameterTypes;

type Arguments<P extends readonly ParameterType[]> = { readonly [I in keyof P]: ParameterTypes[P[I]] };

/** A function as templates call it. */
export type Call = (args: readonly Value[], budget: Budget) => Value;

export type Functions = Readonly<Record<string, Call>>;

/** A function of a fixed number of arguments. */
export function fixed<const P extends readonly ParameterType[]>(
  types: P,
  run: (args: Arguments<P>, budget: Budget) => Value,
): Call {
  return (args, budget) => {
    if (args.length !== types.length) throw new Halt(countMessage(`${types.length}`, args.length));
    return run(types.map((type, index) => convert(args[index] as Value, type, index)) as never, budget);
  };
}

/** A function whose last parameter takes any number of arguments. */
export function variadic<const P extends readonly ParameterType[], R extends ParameterType>(
  [types, rest]: readonly [types: P, rest: R],
  run: (args: Arguments<P>, rest: readonly ParameterTypes[R][], budget: Budget) => Value,
): Call {
  return (args, budget) => {
    if (args.length < types.length) throw new Halt(countMessage(`at least ${types.length}`, args.length));
    const converted = args.map((value, index) => convert(value, types[index] ?? rest, index));
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

function convert(value: Value, type: ParameterType, index: number): Value {
  if (type === 'maybe') return value;
  if (isMissing(value)) throw new Halt(`${value.missing} is not there`);
  if (type === 'any') return value;
  if (!checks[type === 'size' ? 'integer' : type](value))
    throw new Halt(`argument ${index + 1} must be ${names[type]}, not ${kindOf(value)}`);
  return type === 'size' ? Number(value) : value;
}
