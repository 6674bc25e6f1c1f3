import { TemplateError } from '../values/template-error.ts';
import { trimEnd } from '../values/trim.ts';
import { character, numeral, quoted } from './literal.ts';
import type { Token, TokenContent, TokenType } from './token.ts';

const blank = /[ \t\r\n]/;
const trimmed = /[ \t\r\n]-\}\}/y;
const rightTrim = /[ \t\r\n]*/y;
const comment = /\/\*[\s\S]*?\*\//y;

/**
 * Splits a template into texts and the tokens of its actions. Applies the trim markers `{{- ` and ` -}}` and drops
 * comments. Throws a TemplateError where Go's lexer fails.
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

/** Reads a comment or an action; returns the offset after it. */
function lexDelimited(text: string, open: number, inside: number, tokens: Token[]): number {
  if (text.startsWith('/*', inside)) return skipComment(text, inside);
  tokens.push({ type: 'open', at: open, text: '{{' });
  let at = inside;
  let depth = 0;
  for (;;) {
    const end = closing(text, at);
    if (end !== undefined) {
      if (depth > 0) throw new TemplateError('a left parenthesis is not closed', at);
      tokens.push({ type: 'close', at, text: '}}' });
      return end;
    }
    if (at >= text.length) throw new TemplateError('the action is not closed', open);
    const token = lexToken(text, at);
    if (token.type === 'left') depth++;
    if (token.type === 'right' && --depth < 0) throw new TemplateError('a right parenthesis closes nothing', at);
    tokens.push(token);
    at = token.end;
  }
}

/** The offset after `}}`, or after ` -}}` and the space that it trims; undefined if the action continues. */
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
  if (!comment.test(text)) throw new TemplateError('the comment is not closed', begin);
  const end = closing(text, comment.lastIndex);
  if (end === undefined) throw new TemplateError('a comment must end right before }}', comment.lastIndex);
  return end;
}

interface Lexed extends Token {
  readonly end: number;
}

type TokenFactory = (source: string, at: number) => TokenContent;

const plainToken =
  (type: TokenType): TokenFactory =>
  (source) => ({ type, text: source });

const keywords = new Set('block break continue define else end if range nil template with'.split(' '));

/** Lexer rules, tried in this order. */
const rules: readonly (readonly [pattern: RegExp, create: TokenFactory])[] = [
  [/[ \t\r\n]+?(?=[ \t\r\n]-\}\})|[ \t\r\n]+/y, plainToken('space')],
  [/:=/y, plainToken('declare')],
  [/=/y, plainToken('assign')],
  [/\|/y, plainToken('pipe')],
  [/,/y, plainToken('comma')],
  [/\(/y, plainToken('left')],
  [/\)/y, plainToken('right')],
  [/`[^`]*`/y, (source) => ({ type: 'constant', text: source, value: source.slice(1, -1).replaceAll('\r', '') })],
  [/"(?:[^"\\\n]|\\[^\n])*"/y, quoted],
  [/'(?:[^'\\\n]|\\[^\n])+'/y, character],
  [/\$[\p{L}\p{N}_]*/uy, (source) => ({ type: 'variable', text: source.slice(1) })],
  [/\.[\p{L}_][\p{L}\p{N}_]*/uy, (source) => ({ type: 'field', text: source.slice(1) })],
  [/[-+]?(?:\.?[0-9])(?:[eEpP][-+]|[\p{L}\p{N}_.])*/uy, numeral],
  [/\.(?![\p{L}\p{N}_])/uy, plainToken('dot')],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, name],
];

function lexToken(text: string, at: number): Lexed {
  for (const [pattern, create] of rules) {
    pattern.lastIndex = at;
    const source = pattern.exec(text)?.[0];
    if (source === undefined) continue;
    const token = { ...create(source, at), at, end: at + source.length };
    if (['field', 'variable', 'word', 'keyword'].includes(token.type)) checkEnd(text, token.end);
    return token;
  }
  throw new TemplateError(`${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} has no meaning here`, at);
}

/** Throws if the next character cannot follow a name. */
function checkEnd(text: string, at: number): void {
  if (at >= text.length || /[ \t\r\n.,|:()}=]/.test(text[at] as string)) return;
  throw new TemplateError(`${JSON.stringify(text[at])} cannot follow a name`, at);
}

function name(source: string): TokenContent {
  if (source === 'true' || source === 'false') return { type: 'constant', text: source, value: source === 'true' };
  return { type: keywords.has(source) ? 'keyword' : 'word', text: source };
}
