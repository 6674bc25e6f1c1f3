import type { Budget } from '../values/budget.ts';
import { printFloat, printValue, quoteText, twoDigits } from '../values/print.ts';
import { TemplateError } from '../values/template-error.ts';
import { kindOf, type Present } from '../values/value.ts';
import { type TemplateFunctions, variadic } from './define.ts';

/** Go's print functions. Where Go would print `%!d(string=x)`, this is an error. */
export const printFunctions: TemplateFunctions = {
  printf: variadic([['string'], 'any'], ([format], values, budget) => printf(format, values, budget)),
  print: variadic([[], 'any'], (_, values, budget) => print(values, budget)),
  println: variadic([[], 'any'], (_, values, budget) =>
    budget.checkText(`${values.map((value) => printValue(value, budget)).join(' ')}\n`),
  ),
};

/** Adds a space between two operands if neither is a text. */
function print(values: readonly Present[], budget: Budget): string {
  let out = '';
  for (const [index, value] of values.entries()) {
    const apart = index > 0 && typeof value !== 'string' && typeof values[index - 1] !== 'string';
    out = budget.checkText(`${out}${apart ? ' ' : ''}${printValue(value, budget)}`);
  }
  return out;
}

interface FormatSpec {
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  readonly verb: string;
}

const directive = /%([-+# 0]*)([0-9]*)(?:(\.)([0-9]*))?([\s\S]|$)/gu;

function printf(format: string, values: readonly Present[], budget: Budget): string {
  let used = 0;
  const out = format.replace(directive, (source: string, ...groups: string[]) => {
    const [flags = '', width, dot, precision, verb = ''] = groups;
    if (verb === '%') return '%';
    const spec = { flags, width: Number(width), precision: dot ? Number(precision) : undefined, verb };
    budget.reserveText(spec.width + (spec.precision ?? 0));
    const value = values[used++];
    if (value === undefined) throw new TemplateError(`${source} has no argument`);
    return budget.checkText(pad(formatOne(spec, value, budget), spec, value));
  });
  if (used < values.length) throw new TemplateError(`${values.length} arguments are given and the format uses ${used}`);
  return budget.checkText(out);
}

type Formatter = (value: never, spec: FormatSpec, budget: Budget) => string;

/** Formatters by type and verb. */
const formats: Readonly<Record<string, Readonly<Record<string, Formatter>>>> = {
  bigint: {
    d: (value: bigint, spec) => signed(digits(value, 10, spec), value < 0n, spec),
    b: (value: bigint, spec) => signed(digits(value, 2, spec), value < 0n, spec),
    o: (value: bigint, spec) => signed(digits(value, 8, spec), value < 0n, spec),
    x: (value: bigint, spec) => signed(hexPrefix(spec) + digits(value, 16, spec), value < 0n, spec),
    X: (value: bigint, spec) => signed((hexPrefix(spec) + digits(value, 16, spec)).toUpperCase(), value < 0n, spec),
    c: (value: bigint) => String.fromCodePoint(Number(value)),
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
  object: { v: (value: Present, _, budget) => printValue(value, budget) },
};

function formatOne(spec: FormatSpec, value: Present, budget: Budget): string {
  const format = formats[typeof value]?.[spec.verb];
  if (!format) throw new TemplateError(`%${spec.verb} does not print ${kindOf(value)}`);
  return format(value as never, spec, budget);
}

function digits(value: bigint, base: number, { precision = 1 }: FormatSpec): string {
  return (value < 0n ? -value : value).toString(base).padStart(precision, '0');
}

function hexPrefix({ flags }: FormatSpec): string {
  return flags.includes('#') ? '0x' : '';
}

function signed(text: string, negative: boolean, { flags }: FormatSpec): string {
  return `${negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''}${text}`;
}

function exponential(value: number, precision: number): string {
  const [mantissa = '', power = ''] = value.toExponential(Math.min(100, precision)).split('e');
  return `${mantissa}e${twoDigits(Number(power))}`;
}

function general(value: number, precision: number | undefined): string {
  return printFloat(precision === undefined ? value : Number(value.toPrecision(Math.max(1, Math.min(100, precision)))));
}

function firstChars(text: string, count: number | undefined): string {
  return count === undefined ? text : [...text].slice(0, count).join('');
}

/** Pads to the width. Zeros apply only to numbers, after the sign. */
function pad(text: string, { flags, width }: FormatSpec, value: Present): string {
  const missing = width - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes('-')) return text + ' '.repeat(missing);
  const numeric = typeof value === 'bigint' || typeof value === 'number';
  if (!flags.includes('0') || !numeric) return ' '.repeat(missing) + text;
  const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
  return sign + '0'.repeat(missing) + text.slice(sign.length);
}
