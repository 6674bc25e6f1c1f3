import { compare } from '../../data/order.ts';
import { digest } from '../../data/sha256.ts';
import type { Budget } from '../values/budget.ts';
import { byteLength, byteSlice, bytesToText, fromBase64, toBase64, utf8ToBytes } from '../values/bytes.ts';
import { quoteText } from '../values/print.ts';
import { TemplateError } from '../values/template-error.ts';
import { trimEnd } from '../values/trim.ts';
import type { Present } from '../values/value.ts';
import { textOf, textsOf } from './convert.ts';
import { fixed, type TemplateFunction, type TemplateFunctions, variadic } from './define.ts';

const space = '\\p{White_Space}';
const oneSpace = new RegExp(space, 'u');
const trim = (textFunction: string) => trimEnd(textFunction, oneSpace).replace(new RegExp(`^${space}+`, 'u'), '');

/** Defines a function of texts that returns a text. */
const text = <N extends 1 | 2 | 3>(count: N, run: (args: readonly string[]) => string): TemplateFunction =>
  fixed(
    Array.from({ length: count }, () => 'string' as const),
    (args, budget) => budget.checkText(run(args)),
  );

/** Sprig's functions for texts. Offsets and lengths are in bytes, like in Go. */
export const stringFunctions: TemplateFunctions = {
  trim: text(1, ([value = '']) => trim(value)),
  trimAll: text(2, ([chars = '', value = '']) => trimChars(value, chars)),
  trimPrefix: text(2, ([prefix = '', value = '']) => (value.startsWith(prefix) ? value.slice(prefix.length) : value)),
  trimSuffix: text(2, ([suffix = '', value = '']) =>
    suffix !== '' && value.endsWith(suffix) ? value.slice(0, -suffix.length) : value,
  ),
  upper: text(1, ([value = '']) => mapChars(value, (char) => char.toUpperCase())),
  lower: text(1, ([value = '']) => mapChars(value, (char) => char.toLowerCase())),
  title: text(1, ([value = '']) => value.replace(/(?<![\p{L}\p{N}_])\p{L}/gu, (char) => char.toUpperCase())),
  nospace: text(1, ([value = '']) => value.replace(new RegExp(space, 'gu'), '')),
  contains: fixed(['string', 'string'], ([part, value]) => value.includes(part)),
  hasPrefix: fixed(['string', 'string'], ([prefix, value]) => value.startsWith(prefix)),
  hasSuffix: fixed(['string', 'string'], ([suffix, value]) => value.endsWith(suffix)),
  repeat: fixed(['size', 'string'], ([count, value], budget) => {
    if (count < 0) throw new TemplateError('the count is negative');
    budget.reserveText(count * value.length);
    return value.repeat(count);
  }),
  substr: fixed(['size', 'size', 'string'], ([start, end, value]) => substr(value, start, end)),
  trunc: fixed(['size', 'string'], ([count, value]) => trunc(value, count)),
  replace: fixed(['string', 'string', 'string'], ([old, replacement, value], budget) => {
    budget.reserveText(value.length + (value.split(old).length - 1) * replacement.length);
    return value.replaceAll(old, () => replacement);
  }),
  plural: fixed(['string', 'string', 'size'], ([one, many, count]) => (count === 1 ? one : many)),
  indent: fixed(['size', 'string'], ([width, value], budget) => indent(value, width, budget)),
  nindent: fixed(['size', 'string'], ([width, value], budget) => `\n${indent(value, width, budget)}`),
  quote: variadic([[], 'any'], (_, values, budget) => quoteAll(values, budget, quoteText)),
  squote: variadic([[], 'any'], (_, values, budget) => quoteAll(values, budget, (value) => `'${value}'`)),
  cat: variadic([[], 'any'], (_, values, budget) =>
    trim(budget.checkText(values.flatMap((value) => textOrNone(value, budget)).join(' '))),
  ),
  toString: fixed(['any'], ([value], budget) => textOf(value, budget)),
  toStrings: fixed(['any'], ([value], budget) => textsOf(value, budget)),
  join: fixed(['string', 'any'], ([separator, value], budget) => {
    const texts = textsOf(value, budget);
    budget.reserveText(texts.reduce((sum, one) => sum + one.length + separator.length, 0));
    return texts.join(separator);
  }),
  split: fixed(['string', 'string'], ([separator, value], budget) => numbered(splitText(value, separator, budget))),
  splitn: fixed(['string', 'size', 'string'], ([separator, count, value], budget) =>
    numbered(firstParts(splitText(value, separator, budget), separator, count)),
  ),
  splitList: fixed(['string', 'string'], ([separator, value], budget) => splitText(value, separator, budget)),
  sortAlpha: fixed(['any'], ([value], budget) => [...textsOf(value, budget)].sort(compare)),
  b64enc: fixed(['string'], ([value], budget) => budget.checkText(toBase64(utf8ToBytes(value)))),
  b64dec: fixed(['string'], ([value], budget) => budget.checkText(bytesToText(fromBase64(value)))),
  sha256sum: fixed(['string'], ([value], budget) => {
    budget.reserveText(value.length);
    return digest(value);
  }),
};

/** Maps each character, except to several characters, like Go. */
function mapChars(value: string, map: (char: string) => string): string {
  return Array.from(value, (char) => ([...map(char)].length === 1 ? map(char) : char)).join('');
}

function trimChars(value: string, chars: string): string {
  const set = new Set(chars);
  const points = [...value];
  const start = points.findIndex((char) => !set.has(char));
  return start < 0 ? '' : points.slice(start, points.findLastIndex((char) => !set.has(char)) + 1).join('');
}

function substr(value: string, start: number, end: number): string {
  const length = byteLength(value);
  if (start < 0) return byteSlice(value, 0, end);
  return byteSlice(value, start, end < 0 || end > length ? length : end);
}

/** Truncates to `count` bytes; a negative count keeps the end. */
function trunc(value: string, count: number): string {
  const length = byteLength(value);
  if (count < 0) return length + count > 0 ? byteSlice(value, length + count, length) : value;
  return length > count ? byteSlice(value, 0, count) : value;
}

function indent(value: string, width: number, budget: Budget): string {
  if (width < 0) throw new TemplateError('the width is negative');
  const lines = value.split('\n');
  budget.reserveText(value.length + lines.length * width);
  const margin = ' '.repeat(width);
  return margin + lines.join(`\n${margin}`);
}

function quoteAll(values: readonly Present[], budget: Budget, quote: (text: string) => string): string {
  const texts = values.filter((value) => value !== null).map((value) => quote(textOf(value, budget)));
  return budget.checkText(texts.join(' '));
}

function textOrNone(value: Present, budget: Budget): readonly string[] {
  return value === null ? [] : [textOf(value, budget)];
}

function splitText(value: string, separator: string, budget: Budget): readonly string[] {
  const parts = separator === '' ? [...value] : value.split(separator);
  budget.reserveItems(parts.length);
  return parts;
}

function firstParts(parts: readonly string[], separator: string, count: number): readonly string[] {
  if (count < 0 || parts.length <= count) return parts;
  return count === 0 ? [] : [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

/** The parts by the names `_0`, `_1` and so on. */
function numbered(parts: readonly string[]): Map<string, Present> {
  return new Map(parts.map((part, index) => [`_${index}`, part]));
}
