import { Halt } from '../values/fault.ts';
import type { Unplaced } from './token.ts';

const floating = /^[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9_]+)?$/;
const whole = /^([-+]?)(0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|0|[1-9][0-9_]*)$/;

/** Integers are bigint and numbers with a fraction or an exponent are number, as Go tells int from float64. */
export function numeral(source: string, at: number): Unplaced {
  const found = whole.exec(source);
  if (found) {
    const digits = (found[2] as string).replaceAll('_', '').replace(/^0(?=[0-7])/, '0o');
    const value = BigInt(digits) * (found[1] === '-' ? -1n : 1n);
    if (BigInt.asIntN(64, value) !== value) throw new Halt(`${source} is too large`, at);
    return { type: 'constant', text: source, value };
  }
  if (!floating.test(source)) throw new Halt(`${source} is not a number`, at);
  return { type: 'constant', text: source, value: Number(source.replaceAll('_', '')) };
}

export function quoted(source: string, at: number): Unplaced {
  return { type: 'constant', text: source, value: unquote(source.slice(1, -1), at) };
}

export function character(source: string, at: number): Unplaced {
  const points = [...unquote(source.slice(1, -1), at)];
  if (points.length !== 1) throw new Halt(`${source} is not one character`, at);
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

/** Go's escapes. Those of single bytes above ASCII would make half a character and are refused. */
function unquote(source: string, at: number): string {
  return source.replace(escapes, (sequence: string, ...[hex, octal, short, long, letter]: (string | undefined)[]) => {
    if (letter !== undefined) return simple[letter] ?? refuse(sequence, at);
    const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
    const tooFar = (hex ?? octal) === undefined ? code > 0x10ffff || (code >= 0xd800 && code < 0xe000) : code > 127;
    return tooFar ? refuse(sequence, at) : String.fromCodePoint(code);
  });
}

function refuse(sequence: string, at: number): never {
  throw new Halt(`the escape ${sequence} has no meaning here`, at);
}
