import { TemplateError } from '../values/error.ts';
import type { TokenContent } from './token.ts';

const floating = /^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9_]+)?$/;
const whole = /^([-+]?)(0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|0[bB]_*[01][01_]*|0[oO]_*[0-7][0-7_]*|0[0-7_]*|[1-9][0-9_]*)$/;

/**
 * Parses a number. As in Go, a number with a fraction or an exponent is a float. Any other number is an integer
 * (bigint).
 */
export function numeral(source: string, at: number): TokenContent {
  const found = whole.exec(source);
  if (found) {
    const digits = (found[2] as string).replaceAll('_', '').replace(/^0(?=[0-7])/, '0o');
    const value = BigInt(digits) * (found[1] === '-' ? -1n : 1n);
    if (BigInt.asIntN(64, value) !== value) throw new TemplateError(`${source} does not fit into 64 bits`, at);
    return { type: 'constant', text: source, value };
  }
  if (!floating.test(source)) throw new TemplateError(`${source} is not a number`, at);
  return { type: 'constant', text: source, value: Number(source.replaceAll('_', '')) };
}

export function quoted(source: string, at: number): TokenContent {
  return { type: 'constant', text: source, value: unquote(source.slice(1, -1), at) };
}

export function character(source: string, at: number): TokenContent {
  const points = [...unquote(source.slice(1, -1), at)];
  if (points.length !== 1) throw new TemplateError(`${source} is not a single character`, at);
  return { type: 'constant', text: source, value: BigInt(points[0]?.codePointAt(0) ?? 0) };
}

const simple: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

const escapes = /\\(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g;

/** Replaces Go's escapes. Rejects escaped bytes above ASCII because a single one is only part of a character. */
function unquote(source: string, at: number): string {
  return source.replace(escapes, (sequence: string, ...[hex, octal, short, long, letter]: (string | undefined)[]) => {
    if (letter !== undefined) return simple[letter] ?? reject(sequence, at);
    const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
    const isInvalid = (hex ?? octal) === undefined ? code > 0x10ffff || (code >= 0xd800 && code < 0xe000) : code > 127;
    return isInvalid ? reject(sequence, at) : String.fromCodePoint(code);
  });
}

function reject(sequence: string, at: number): never {
  throw new TemplateError(`invalid escape ${sequence}`, at);
}
