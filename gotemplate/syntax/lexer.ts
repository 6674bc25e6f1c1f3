import { Halt } from '../values/fault.ts';
import { trimEnd } from '../values/trim.ts';
import { character, numeral, quoted } from './literal.ts';
import type { Token, TokenType, Unplaced } from './token.ts';

const blank = /[ \t\r\n]/;
const trimmed = /[ \t\r\n]-\}\}/y;
const rightTrim = /[ \t\r\n]*/y;
const comment = /\/\*[\s\S]*?\*\//y;

/**
 * Splits a template into texts and the tokens of its actions. `{{- ` and ` -}}` trim the text beside them, comments
 * are left out. Throws a Halt at what Go's lexer refuses.
 */
export function lex(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('{{', at);
    const trims = open >= 0 && /^-[ \t\r\n]/.test(text.slice(open + 2, open + 4));
    const plain = open < 0 ? text.slice(at) : text.slice(at, open);
    pushText(tokens, at, trims ? trimEnd(plain, blank) : plain);
    if (open < 0) break;
    at = lexDelimited(text, open, trims ? open + 4 : open + 2, tokens);
  }
  return [...tokens, { type: 'end', at: text.length, text: '' }];
}

function pushText(tokens: Token[], at: number, text: string): void {
  if (text !== '') tokens.push({ type: 'text', at, text });
}

/** Reads a comment or an action; gives the offset of the text behind it. */
function lexDelimited(text: string, open: number, inside: number, tokens: Token[]): number {
  if (text.startsWith('/*', inside)) return skipComment(text, inside);
  tokens.push({ type: 'open', at: open, text: '{{' });
  let at = inside;
  let depth = 0;
  for (;;) {
    const end = closing(text, at);
    if (end !== undefined) {
      if (depth > 0) throw new Halt('a left parenthesis is not closed', at);
      tokens.push({ type: 'close', at, text: '}}' });
      return end;
    }
    if (at >= text.length) throw new Halt('the action is not closed', open);
    const token = lexToken(text, at);
    if (token.type === 'left') depth++;
    if (token.type === 'right' && --depth < 0) throw new Halt('a right parenthesis closes nothing', at);
    tokens.push(token);
    at = token.end;
  }
}

/** The offset behind `}}` or ` -}}` and what the latter trims; undefined where the action goes on. */
function closing(text: string, at: number): number | undefined {
  if (text.startsWith('}}', at)) return at + 2;
  if (text[at + 1] !== '-') return undefined;
  trimmed.lastIndex = at;
  if (!trimmed.test(text)) return undefined;
  rightTrim.lastIndex = trimmed.lastIndex;
  rightTrim.test(text);
  return rightTrim.lastIndex;
}

function skipComment(text: string, begin: number): number {
  comment.lastIndex = begin;
  if (!comment.test(text)) throw new Halt('the comment is not closed', begin);
  const end = closing(text, comment.lastIndex);
  if (end === undefined) throw new Halt('a comment must end right before }}', comment.lastIndex);
  return end;
}

interface Lexed extends Token {
  readonly end: number;
}

type Make = (source: string, at: number) => Unplaced;

const mark =
  (type: TokenType): Make =>
  (source) => ({ type, text: source });

const keywords = new Set('block break continue define else end if range nil template with'.split(' '));

/** Tried in this order; the last two find what looks like a number or a name and is none. */
const rules: readonly (readonly [pattern: RegExp, make: Make])[] = [
  [/[ \t\r\n]+?(?=[ \t\r\n]-\}\})|[ \t\r\n]+/y, mark('space')],
  [/:=/y, mark('declare')],
  [/=/y, mark('assign')],
  [/\|/y, mark('pipe')],
  [/,/y, mark('comma')],
  [/\(/y, mark('left')],
  [/\)/y, mark('right')],
  [/`[^`]*`/y, (source) => ({ type: 'constant', text: source, value: source.slice(1, -1).replaceAll('\r', '') })],
  [/"(?:[^"\\\n]|\\[^\n])*"/y, quoted],
  [/'(?:[^'\\\n]|\\[^\n])+'/y, character],
  [/\$[\p{L}\p{N}_]*/uy, (source) => ({ type: 'variable', text: source.slice(1) })],
  [/\.[\p{L}_][\p{L}\p{N}_]*/uy, (source) => ({ type: 'field', text: source.slice(1) })],
  [/[-+]?(?:\.?[0-9])(?:[eEpP][-+]|[\p{L}\p{N}_.])*/uy, numeral],
  [/\.(?![\p{L}\p{N}_])/uy, mark('dot')],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, name],
];

function lexToken(text: string, at: number): Lexed {
  for (const [pattern, make] of rules) {
    pattern.lastIndex = at;
    const source = pattern.exec(text)?.[0];
    if (source === undefined) continue;
    const token = { ...make(source, at), at, end: at + source.length };
    if (['field', 'variable', 'word', 'keyword'].includes(token.type)) checkEnd(text, token.end);
    return token;
  }
  throw new Halt(`${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} has no meaning here`, at);
}

/** A name must be followed by something that can follow a name. */
function checkEnd(text: string, at: number): void {
  if (at >= text.length || /[ \t\r\n.,|:()}=]/.test(text[at] as string)) return;
  throw new Halt(`${JSON.stringify(text[at])} cannot follow a name`, at);
}

function name(source: string): Unplaced {
  if (source === 'true' || source === 'false') return { type: 'constant', text: source, value: source === 'true' };
  return { type: keywords.has(source) ? 'keyword' : 'word', text: source };
}
