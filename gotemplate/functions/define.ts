import type { Budget } from '../values/budget.ts';
import { publicError } from '../values/error.ts';
import {
  type Dict,
  describeType,
  isDict,
  isList,
  isMissing,
  type List,
  type Present,
  type Value,
} from '../values/value.ts';

/** Parameter types. `any` accepts all values except missing fields. `optional` also accepts missing fields. */
interface ParameterTypes {
  readonly any: Present;
  readonly optional: Value;
  readonly string: string;
  readonly integer: bigint;
  /** An integer for counts and offsets. */
  readonly size: number;
  readonly boolean: boolean;
  readonly list: List;
  readonly dict: Dict;
}

export type ParameterType = keyof ParameterTypes;

type Arguments<P extends readonly ParameterType[]> = { readonly [I in keyof P]: ParameterTypes[P[I]] };

export type Call = (args: readonly Value[], budget: Budget) => Value;

export type Functions = Readonly<Record<string, Call>>;

/** Defines a function with a fixed number of arguments. */
export function fixed<const P extends readonly ParameterType[]>(
  types: P,
  run: (args: Arguments<P>, budget: Budget) => Value,
): Call {
  return (args, budget) => {
    if (args.length !== types.length) throw publicError(countMessage(`${types.length}`, args.length));
    return run(types.map((type, index) => convert(args[index] as Value, type, index)) as never, budget);
  };
}

/** Defines a function whose last parameter accepts any number of arguments. */
export function variadic<const P extends readonly ParameterType[], R extends ParameterType>(
  [types, rest]: readonly [types: P, rest: R],
  run: (args: Arguments<P>, rest: readonly ParameterTypes[R][], budget: Budget) => Value,
): Call {
  return (args, budget) => {
    if (args.length < types.length) throw publicError(countMessage(`at least ${types.length}`, args.length));
    const converted = args.map((value, index) => convert(value, types[index] ?? rest, index));
    return run(converted.slice(0, types.length) as never, converted.slice(types.length) as never, budget);
  };
}

function countMessage(expected: string, actual: number): string {
  return `expected ${expected} argument${expected === '1' || expected.endsWith(' 1') ? '' : 's'}, not ${actual}`;
}

const checks: Readonly<Record<Exclude<ParameterType, 'any' | 'optional' | 'size'>, (value: Value) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'bigint',
  boolean: (value) => typeof value === 'boolean',
  list: isList,
  dict: isDict,
};

const names: Readonly<Record<ParameterType, string>> = {
  any: 'a value',
  optional: 'a value',
  string: 'a string',
  integer: 'an integer',
  size: 'an integer',
  boolean: 'a boolean',
  list: 'a list',
  dict: 'a dict',
};

function convert(value: Value, type: ParameterType, index: number): Value {
  if (type === 'optional') return value;
  if (isMissing(value)) throw publicError(`${value.missing} is not defined`);
  if (type === 'any') return value;
  if (!checks[type === 'size' ? 'integer' : type](value))
    throw publicError(`argument ${index + 1} must be ${names[type]}, not ${describeType(value)}`);
  return type === 'size' ? Number(value) : value;
}
