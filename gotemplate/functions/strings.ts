import { compare } from '../../data/order.ts';
import { digest } from '../../data/sha256.ts';
import { trimEnd } from '../../data/trim-end.ts';
import type { Budget } from '../values/budget.ts';
import { byteLength, byteSlice, bytesToText, fromBase64, toBase64, utf8ToBytes } from '../values/bytes.ts';
import { TemplateError } from '../values/error.ts';
import { quoteText } from '../values/print.ts';
import type { Present } from '../values/value.ts';
import { textOf, textsOf } from './convert.ts';
import { type Call, type Functions, fixed, variadic } from './define.ts';

const space = '\\p{White_Space}';
const oneSpace = new RegExp(space, 'u');
const trim = (text: string) => trimEnd(text, oneSpace).replace(new RegExp(`^${space}+`, 'u'), '');

/** Defines a function that has only string arguments and returns a string. */
const text = <N extends 1 | 2 | 3>(count: N, run: (args: readonly string[]) => string): Call =>
  fixed(
    Array.from({ length: count }, () => 'string' as const),
    (args, budget) => budget.text(run(args)),
  );

/** Sprig's functions for strings. Offsets and lengths are in bytes, as in Go. */
export const stringFunctions: Functions = {
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
    if (count < 0) throw new TemplateError(`the count is ${count}; it must not be negative`);
    budget.characters(count * value.length);
    return value.repeat(count);
  }),
  substr: fixed(['size', 'size', 'string'], ([start, end, value]) => substr(value, start, end)),
  trunc: fixed(['size', 'string'], ([count, value]) => trunc(value, count)),
  replace: fixed(['string', 'string', 'string'], ([old, replacement, value], budget) => {
    budget.characters(value.length + (value.split(old).length - 1) * replacement.length);
    return value.replaceAll(old, () => replacement);
  }),
  plural: fixed(['string', 'string', 'size'], ([one, many, count]) => (count === 1 ? one : many)),
  indent: fixed(['size', 'string'], ([width, value], budget) => indent(value, width, budget)),
  nindent: fixed(['size', 'string'], ([width, value], budget) => `\n${indent(value, width, budget)}`),
  quote: variadic([[], 'any'], (_, values, budget) => quoteAll(values, budget, quoteText)),
  squote: variadic([[], 'any'], (_, values, budget) => quoteAll(values, budget, (value) => `'${value}'`)),
  cat: variadic([[], 'any'], (_, values, budget) =>
    trim(budget.text(values.flatMap((value) => (value === null ? [] : [textOf(value, budget)])).join(' '))),
  ),
  toString: fixed(['any'], ([value], budget) => textOf(value, budget)),
  toStrings: fixed(['any'], ([value], budget) => {
    const texts = textsOf(value, budget);
    budget.items(texts.length);
    return texts;
  }),
  join: fixed(['string', 'any'], ([separator, value], budget) => {
    const texts = textsOf(value, budget);
    budget.items(texts.length);
    budget.characters(texts.reduce((sum, one) => sum + one.length + separator.length, 0));
    return texts.join(separator);
  }),
  split: fixed(['string', 'string'], ([separator, value], budget) => numbered(pieces(value, separator, budget))),
  splitn: fixed(['string', 'size', 'string'], ([separator, count, value], budget) =>
    numbered(firstPieces(pieces(value, separator, budget), separator, count)),
  ),
  splitList: fixed(['string', 'string'], ([separator, value], budget) => pieces(value, separator, budget)),
  sortAlpha: fixed(['any'], ([value], budget) => {
    const texts = textsOf(value, budget);
    budget.spend(texts.reduce((sum, one) => sum + 4 + (one.length >> 4), 0));
    return [...texts].sort(compare);
  }),
  b64enc: fixed(['string'], ([value], budget) => budget.text(toBase64(utf8ToBytes(value)))),
  b64dec: fixed(['string'], ([value], budget) => budget.text(bytesToText(fromBase64(value)))),
  sha256sum: fixed(['string'], ([value], budget) => {
    budget.characters(value.length);
    return digest(value);
  }),
};

/** Changes the case of characters. As in Go, a character stays unchanged if its other case has several characters. */
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

/** A negative count keeps the last bytes instead of the first. */
function trunc(value: string, count: number): string {
  const length = byteLength(value);
  if (count < 0) return length + count > 0 ? byteSlice(value, length + count, length) : value;
  return length > count ? byteSlice(value, 0, count) : value;
}

function indent(value: string, width: number, budget: Budget): string {
  if (width < 0) throw new TemplateError(`the width is ${width}; it must not be negative`);
  const lines = value.split('\n');
  budget.characters(value.length + lines.length * width);
  const margin = ' '.repeat(width);
  return margin + lines.join(`\n${margin}`);
}

function quoteAll(values: readonly Present[], budget: Budget, quote: (text: string) => string): string {
  const texts = values.filter((value) => value !== null).map((value) => quote(textOf(value, budget)));
  return budget.text(texts.join(' '));
}

function pieces(value: string, separator: string, budget: Budget): readonly string[] {
  const parts = separator === '' ? [...value] : value.split(separator);
  budget.items(parts.length);
  return parts;
}

function firstPieces(parts: readonly string[], separator: string, count: number): readonly string[] {
  if (count < 0 || parts.length <= count) return parts;
  return count === 0 ? [] : [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

/** Returns a dict with the keys `_0`, `_1` and so on, as Sprig does. */
function numbered(parts: readonly string[]): Map<string, Present> {
  return new Map(parts.map((part, index) => [`_${index}`, part]));
}
