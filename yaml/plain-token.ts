import { resolvePlain } from './plain-scalar.ts';

export interface Token {
  readonly value: unknown;
  /** The offset after the token. */
  readonly next: number;
}

const doubleQuoted = /"(?:[^"\\\n]|\\["\\/bfnrt]|\\u(?:[0-9a-cefA-CEF][0-9a-fA-F]|[dD][0-7])[0-9a-fA-F]{2})*"/y;
const singleQuoted = /'([^'\n]*)'(?!')/y;

/** Reads a one-line scalar, `{}` or `[]`. Returns undefined if the plain reader does not support the token. */
export function readToken(text: string, at: number): Token | undefined {
  const char = text[at];
  if (char === '"' || char === "'") return readQuoted(text, at);
  if (text.startsWith('{}', at)) return { value: {}, next: at + 2 };
  if (text.startsWith('[]', at)) return { value: [], next: at + 2 };
  const newline = text.indexOf('\n', at);
  const line = text.slice(at, newline < 0 ? text.length : newline);
  const comment = line.indexOf(' #');
  const source = (comment < 0 ? line : line.slice(0, comment)).trimEnd();
  const value = resolvePlain(source);
  return value === undefined ? undefined : { value, next: at + source.length };
}

/** Reads a one-line scalar in quotes. Returns undefined if the plain reader does not support it. */
export function readQuoted(text: string, at: number): Token | undefined {
  return text[at] === '"' ? readDoubleQuoted(text, at) : readSingleQuoted(text, at);
}

function readDoubleQuoted(text: string, at: number): Token | undefined {
  doubleQuoted.lastIndex = at;
  const found = doubleQuoted.exec(text)?.[0];
  return found === undefined ? undefined : { value: JSON.parse(found), next: at + found.length };
}

function readSingleQuoted(text: string, at: number): Token | undefined {
  singleQuoted.lastIndex = at;
  const found = singleQuoted.exec(text);
  return found ? { value: found[1], next: singleQuoted.lastIndex } : undefined;
}

const literalHeader = /\|(-?)\n( *)[^ \n]/y;

/**
 * Reads a literal block. Returns undefined if its header is not `|` or `|-`, its first line is blank, or it is not indented
 * further than its parent.
 */
export function readLiteral(text: string, at: number, parent: number): Token | undefined {
  literalHeader.lastIndex = at;
  const found = literalHeader.exec(text);
  const margin = found?.[2] ?? '';
  if (!found || margin.length <= parent) return undefined;
  const { lines, next } = literalLines(text, text.indexOf('\n', at) + 1, margin);
  while (lines.at(-1) === '') lines.pop();
  return { value: lines.join('\n') + (found[1] === '-' ? '' : '\n'), next };
}

function literalLines(
  text: string,
  start: number,
  margin: string,
): { readonly lines: string[]; readonly next: number } {
  const lines: string[] = [];
  let at = start;
  while (at < text.length) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if (line.startsWith(margin)) lines.push(line.slice(margin.length));
    else if (line.trim() === '') lines.push('');
    else break;
    at = newline < 0 ? end : end + 1;
  }
  return { lines, next: at };
}
