import { type Budget, limits } from './budget.ts';
import { TemplateError } from './template-error.ts';
import { type Present, sortedEntries } from './value.ts';

/** Formats like Go's `%v`: `[a b]`, `map[a:1 b:2]`, `1e+06`. A nested null is `<nil>`. */
export function printValue(value: Present, budget: Budget, depth = 0): string {
  budget.spend(1);
  if (depth > limits.depth) throw new TemplateError(`data is nested deeper than ${limits.depth}`);
  if (typeof value === 'string') return budget.checkText(value);
  if (typeof value === 'number') return printFloat(value);
  if (value === null) return '<nil>';
  if (typeof value !== 'object') return String(value);
  const inner = (item: Present) => printValue(item, budget, depth + 1);
  if (!(value instanceof Map)) return budget.checkText(`[${value.map(inner).join(' ')}]`);
  return budget.checkText(
    `map[${sortedEntries(value)
      .map(([key, item]) => `${key}:${inner(item)}`)
      .join(' ')}]`,
  );
}

/** Go's `%g`: the shortest digits, with an exponent below -4 and from 6 up. */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 6) return `${digits}e${twoDigits(power)}`;
  const plain = digits.replace(/[-.]/g, '');
  const sign = value < 0 ? '-' : '';
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${plain}`;
  const whole = plain.padEnd(power + 1, '0');
  const fraction = whole.slice(power + 1);
  return `${sign}${whole.slice(0, power + 1)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Go writes exponents with a sign and at least two digits. */
export function twoDigits(power: number): string {
  return `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

const namedEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** Formats like Go's `%q`: JSON quotes with a few more escapes, and every non-printable character as an escape. */
export function quoteText(text: string): string {
  const escaped = Array.from(text, (char) => namedEscapes[char] ?? (printable.test(char) ? char : codeEscape(char)));
  return `"${escaped.join('')}"`;
}

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

function codeEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
