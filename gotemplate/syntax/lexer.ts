import { trimEnd } from '../../data/trim-end.ts';
import { limits } from '../values/budget.ts';
import { publicError, TemplateError } from '../values/error.ts';
import { character, numeral, quoted } from './literal.ts';
import type { Token, TokenContent, TokenType } from './token.ts';

const blank = /[ \t\r\n]/;
const trimmingEnd = /[ \t\r\n]-\}\}/y;
const whitespace = /[ \t\r\n]*/y;
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
    const hasTrimMarker = open >= 0 && /^-[ \t\r\n]/.test(text.slice(open + 2, open + 4));
    const plain = open < 0 ? text.slice(at) : text.slice(at, open);
    pushText(tokens, at, hasTrimMarker ? trimEnd(plain, blank) : plain);
    if (open < 0) break;
    at = lexDelimited(text, open, hasTrimMarker ? open + 4 : open + 2, tokens);
  }
  return [...tokens, { type: 'end', at: text.length, text: '' }];
}

function pushText(tokens: Token[], at: number, text: string): void {
  if (text !== '') tokens.push({ type: 'text', at, text });
}

/** Reads a comment or an action. Returns the offset after it. */
function lexDelimited(text: string, open: number, inside: number, tokens: Token[]): number {
  if (text.startsWith('/*', inside)) return skipComment(text, inside);
  tokens.push({ type: 'open', at: open, text: '{{' });
  let at = inside;
  let depth = 0;
  for (;;) {
    const end = endOfAction(text, at);
    if (end !== undefined) {
      if (depth > 0) throw new TemplateError('missing closing parenthesis', at);
      tokens.push({ type: 'close', at, text: '}}' });
      return end;
    }
    if (at >= text.length) throw new TemplateError('the action has no closing }}', open);
    const token = lexToken(text, at);
    if (token.type === 'left') depth++;
    if (token.type === 'right' && --depth < 0) throw new TemplateError('unmatched closing parenthesis', at);
    tokens.push(token);
    if (tokens.length > limits.tokens) throw publicError(`the template has more than ${limits.tokens} tokens`);
    at = token.end;
  }
}

/** The offset after `}}`, or after ` -}}` and the whitespace that it trims. Undefined if the action continues. */
function endOfAction(text: string, at: number): number | undefined {
  if (text.startsWith('}}', at)) return at + 2;
  if (text[at + 1] !== '-') return undefined;
  trimmingEnd.lastIndex = at;
  if (!trimmingEnd.test(text)) return undefined;
  whitespace.lastIndex = trimmingEnd.lastIndex;
  whitespace.test(text);
  return whitespace.lastIndex;
}

function skipComment(text: string, begin: number): number {
  comment.lastIndex = begin;
  if (!comment.test(text)) throw new TemplateError('the comment has no closing */', begin);
  const end = endOfAction(text, comment.lastIndex);
  if (end === undefined) throw new TemplateError('the comment must end directly before }}', comment.lastIndex);
  return end;
}

interface LexedToken extends Token {
  readonly end: number;
}

type CreateToken = (source: string, at: number) => TokenContent;

const symbol =
  (type: TokenType): CreateToken =>
  (source) => ({ type, text: source });

const keywords = new Set('block break continue define else end if range nil template with'.split(' '));

/** The first matching pattern applies. */
const rules: readonly (readonly [pattern: RegExp, createToken: CreateToken])[] = [
  [/[ \t\r\n]+?(?=[ \t\r\n]-\}\})|[ \t\r\n]+/y, symbol('space')],
  [/:=/y, symbol('declare')],
  [/=/y, symbol('assign')],
  [/\|/y, symbol('pipe')],
  [/,/y, symbol('comma')],
  [/\(/y, symbol('left')],
  [/\)/y, symbol('right')],
  [/`[^`]*`/y, (source) => ({ type: 'constant', text: source, value: source.slice(1, -1).replaceAll('\r', '') })],
  [/"(?:[^"\\\n]|\\[^\n])*"/y, quoted],
  [/'(?:[^'\\\n]|\\[^\n])+'/y, character],
  [/\$[\p{L}\p{N}_]*/uy, (source) => ({ type: 'variable', text: source.slice(1) })],
  [/\.[\p{L}_][\p{L}\p{N}_]*/uy, (source) => ({ type: 'field', text: source.slice(1) })],
  [/[-+]?(?:\.?[0-9])(?:[eEpP][-+]|[\p{L}\p{N}_.])*/uy, numeral],
  [/\.(?![\p{L}\p{N}_])/uy, symbol('dot')],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, name],
];

function lexToken(text: string, at: number): LexedToken {
  for (const [pattern, createToken] of rules) {
    pattern.lastIndex = at;
    const source = pattern.exec(text)?.[0];
    if (source === undefined) continue;
    const token = { ...createToken(source, at), at, end: at + source.length };
    if (['field', 'variable', 'word', 'keyword'].includes(token.type)) checkEnd(text, token.end);
    return token;
  }
  throw new TemplateError(`unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))}`, at);
}

/** Checks the character after a name. */
function checkEnd(text: string, at: number): void {
  if (at >= text.length || /[ \t\r\n.,|:()}=]/.test(text[at] as string)) return;
  throw new TemplateError(`unexpected ${JSON.stringify(text[at])} after a name`, at);
}

function name(source: string): TokenContent {
  if (source === 'true' || source === 'false') return { type: 'constant', text: source, value: source === 'true' };
  return { type: keywords.has(source) ? 'keyword' : 'word', text: source };
}
