import { type Budget, limits, tooDeep } from './budget.ts';
import { type Present, sortedEntries } from './value.ts';

/** Prints a value like Go's `%v`: `[a b]`, `map[a:1 b:2]`, `1e+06`, `<nil>`. */
export function printValue(value: Present, budget: Budget, depth = 0): string {
  budget.spend(1);
  if (depth > limits.depth) throw tooDeep();
  if (typeof value === 'string') return budget.text(value);
  if (typeof value === 'number') return printFloat(value);
  if (value === null) return '<nil>';
  if (typeof value !== 'object') return String(value);
  const inner = (item: Present) => printValue(item, budget, depth + 1);
  if (!(value instanceof Map)) return budget.text(`[${value.map(inner).join(' ')}]`);
  return budget.text(
    `map[${sortedEntries(value)
      .map(([key, item]) => `${key}:${inner(item)}`)
      .join(' ')}]`,
  );
}

/** Prints a float like Go's `%g`: the shortest digits, with an exponent if it is below -4 or at least `limit`. */
export function printFloat(value: number, limit = 6): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power < -4 || power >= limit) return `${digits}e${twoDigits(power)}`;
  const plain = digits.replace(/[-.]/g, '');
  const sign = value < 0 ? '-' : '';
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${plain}`;
  const whole = plain.padEnd(power + 1, '0');
  const fraction = whole.slice(power + 1);
  return `${sign}${whole.slice(0, power + 1)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Prints an exponent like Go, with a sign and at least two digits. */
export function twoDigits(power: number): string {
  return `${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

const named: Readonly<Record<string, string>> = {
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

/** Quotes a text like Go's `%q`: like JSON, but with more escapes, and with every invisible character escaped. */
export function quoteText(text: string): string {
  const escaped = Array.from(text, (char) => named[char] ?? (visible.test(char) ? char : codeEscape(char)));
  return `"${escaped.join('')}"`;
}

const visible = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

function codeEscape(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
