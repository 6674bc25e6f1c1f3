import { type Budget, limits, tooDeep } from '../values/budget.ts';
import { TemplateError } from '../values/error.ts';
import { printFloat, printValue, quoteText, twoDigits } from '../values/print.ts';
import { describeType, type Present, sortedEntries } from '../values/value.ts';
import { type Functions, variadic } from './define.ts';

/** Go's print functions. Throws where Go prints an error such as `%!d(string=x)`. */
export const printFunctions: Functions = {
  printf: variadic([['string'], 'any'], ([format], values, budget) => printf(format, values, budget)),
  print: variadic([[], 'any'], (_, values, budget) => print(values, budget)),
  println: variadic([[], 'any'], (_, values, budget) =>
    budget.text(`${values.map((value) => printValue(value, budget)).join(' ')}\n`),
  ),
};

/** Like Go, adds a space between two operands if neither is a string. */
function print(values: readonly Present[], budget: Budget): string {
  let out = '';
  for (const [index, value] of values.entries()) {
    const needsSpace = index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string';
    out = budget.text(`${out}${needsSpace ? ' ' : ''}${printValue(value, budget)}`);
  }
  return out;
}

interface Spec {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly verb: string;
}

const directive = /%([-+# 0]*)([0-9]*)(?:(\.)([0-9]*))?([\s\S]|$)/gu;

function printf(format: string, values: readonly Present[], budget: Budget): string {
  let used = 0;
  const out = format.replace(directive, (source: string, ...groups: string[]) => {
    budget.spend(1);
    const [flags = '', width, dot, precision, verb = ''] = groups;
    if (verb === '%') return '%';
    const spec = {
      flags: flagsOf(flags, verb),
      width: Number(width),
      precision: dot ? Number(precision) : undefined,
      verb,
    };
    budget.characters(spec.width + (spec.precision ?? 0));
    const value = values[used++];
    if (value === undefined) throw new TemplateError(`missing argument for ${source}`);
    return formatOne(spec, value, budget, 0);
  });
  if (used < values.length)
    throw new TemplateError(`too many arguments: the format uses only ${used} of ${values.length}`);
  return budget.text(out);
}

/** With the verb v, Go prints no sign for the flag +. */
function flagsOf(flags: string, verb: string): string {
  return verb === 'v' ? flags.replaceAll('+', '') : flags;
}

type Format = (value: never, spec: Spec) => string;

/** The formats by JavaScript type and verb. */
const formats: Readonly<Record<string, Readonly<Record<string, Format>>>> = {
  bigint: {
    d: (value: bigint, spec) => signed(digits(value, 10, spec), value < 0n, spec),
    b: (value: bigint, spec) => signed(digits(value, 2, spec), value < 0n, spec),
    o: (value: bigint, spec) => signed(digits(value, 8, spec), value < 0n, spec),
    x: (value: bigint, spec) => signed(hexPrefix(spec) + digits(value, 16, spec), value < 0n, spec),
    X: (value: bigint, spec) => signed((hexPrefix(spec) + digits(value, 16, spec)).toUpperCase(), value < 0n, spec),
    c: (value: bigint) => character(value),
    v: (value: bigint, spec) => signed(digits(value, 10, spec), value < 0n, spec),
  },
  number: {
    f: (value: number, spec) => signed(Math.abs(value).toFixed(Math.min(100, spec.precision ?? 6)), value < 0, spec),
    e: (value: number, spec) => signed(exponential(Math.abs(value), spec.precision ?? 6), value < 0, spec),
    g: (value: number, spec) => signed(general(Math.abs(value), spec.precision), value < 0, spec),
    v: (value: number, spec) => signed(general(Math.abs(value), spec.precision), value < 0, spec),
  },
  string: {
    s: (value: string, { precision }) => firstChars(value, precision),
    v: (value: string, { precision }) => firstChars(value, precision),
    q: (value: string, { precision }) => quoteText(firstChars(value, precision)),
  },
  boolean: { t: String, v: String },
  object: { v: () => '<nil>' },
};

/** Like Go, formats and pads each element of a list and each key and value of a map. */
function formatOne(spec: Spec, value: Present, budget: Budget, depth: number): string {
  budget.spend(1);
  if (depth > limits.depth) throw tooDeep();
  const inner = (item: Present) =>
    item === null && spec.verb === 'v' ? '<nil>' : formatOne(spec, item, budget, depth + 1);
  if (Array.isArray(value)) return budget.text(`[${value.map(inner).join(' ')}]`);
  if (value instanceof Map)
    return budget.text(
      `map[${sortedEntries(value)
        .map(([key, item]) => `${inner(key)}:${inner(item)}`)
        .join(' ')}]`,
    );
  const format = formats[typeof value]?.[spec.verb];
  if (!format) throw new TemplateError(`%${spec.verb} cannot print ${describeType(value)}`);
  return budget.text(pad(format(value as never, spec), spec, value));
}

function digits(value: bigint, base: number, { precision = 1 }: Spec): string {
  return (value < 0n ? -value : value).toString(base).padStart(precision, '0');
}

function hexPrefix({ flags }: Spec): string {
  return flags.includes('#') ? '0x' : '';
}

function signed(text: string, negative: boolean, { flags }: Spec): string {
  return `${negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''}${text}`;
}

function exponential(value: number, precision: number): string {
  const [mantissa = '', power = ''] = value.toExponential(Math.min(100, precision)).split('e');
  return `${mantissa}e${twoDigits(Number(power))}`;
}

function general(value: number, precision: number | undefined): string {
  if (precision === undefined) return printFloat(value);
  const digits = Math.max(1, Math.min(100, precision));
  return printFloat(Number(value.toPrecision(digits)), digits);
}

function firstChars(text: string, count: number | undefined): string {
  return count === undefined ? text : [...text].slice(0, count).join('');
}

/** Pads to the width. Like Go, pads with zeros if the format has the flag 0, in numbers between the sign and the digits. */
function pad(text: string, spec: Spec, value: Present): string {
  const { flags, width } = spec;
  const missing = Math.max(0, width - [...text].length);
  if (flags.includes('-')) return text + ' '.repeat(missing);
  if (!flags.includes('0') || isWithoutZeros(spec, value)) return ' '.repeat(missing) + text;
  const [start = '', sign = ''] = isNumber(spec, value) ? (/^([-+ ]?)(?:0[xX])?/.exec(text) ?? []) : [];
  const digits = text.slice(start.length);
  return start + digits.padStart(width - sign.length, '0');
}

/** Like Go, pads infinite numbers and integers with a precision only with spaces. */
function isWithoutZeros(spec: Spec, value: Present): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'bigint' && isNumber(spec, value) && spec.precision !== undefined;
}

function isNumber({ verb }: Spec, value: Present): boolean {
  return typeof value === 'number' || (typeof value === 'bigint' && verb !== 'c');
}

/** The character of a code point. Like Go, U+FFFD for an invalid code point. */
function character(value: bigint): string {
  const isCharacter = value >= 0n && value <= 0x10ffffn && !(value >= 0xd800n && value <= 0xdfffn);
  return isCharacter ? String.fromCodePoint(Number(value)) : '\ufffd';
}
