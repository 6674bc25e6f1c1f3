import { fieldNames } from '../build/field-names.ts';
import { parseJson } from '../data/json.ts';
import { needsQuotes } from './plain-scalar.ts';
import { isPrintableKey } from './print-yaml.ts';

const keyPattern = /(?:([A-Za-z_/][\w./-]*)|("(?:[^"\\\n]|\\.)*")):(?=[ \n]|$)/y;

/** Part of a surrogate pair, which the full parser rejects. */
const surrogate = /\\u[dD][89a-fA-F]/;

export function isKeyAt(text: string, at: number): boolean {
  keyPattern.lastIndex = at;
  return keyPattern.test(text);
}

/**
 * Returns the key at an offset, and the offset after its colon, or undefined if the plain reader does not support the
 * key. Most keys are known field names, which need no regular expression.
 */
export function readKey(text: string, at: number): { readonly key: string; readonly next: number } | undefined {
  const colon = text.indexOf(':', at);
  const next = text.charCodeAt(colon + 1);
  const name = colon > at && (next === 32 || next === 10) ? text.slice(at, colon) : '';
  return fieldNames.has(name) ? { key: name, next: colon + 1 } : readOtherKey(text, at);
}

function readOtherKey(text: string, at: number): { readonly key: string; readonly next: number } | undefined {
  keyPattern.lastIndex = at;
  const [, plain, quoted] = keyPattern.exec(text) ?? [];
  const key = plain ?? (quoted === undefined ? undefined : (parseJson(quoted) as string | undefined));
  const next = keyPattern.lastIndex;
  if (key === undefined || (plain !== undefined && needsQuotes(plain))) return undefined;
  if (!isPrintableKey(key) || (quoted !== undefined && surrogate.test(quoted))) return undefined;
  return { key, next };
}

/** Whether an item of a list starts at this offset, with a dash. */
export function isItemAt(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 45) return false;
  const next = text.charCodeAt(at + 1);
  return next === 32 || next === 10 || Number.isNaN(next);
}
