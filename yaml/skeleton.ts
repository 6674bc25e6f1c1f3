import { Lexer } from 'yaml';

/** A part of a text, by offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A text with a placeholder in place of each value: an `x`, which the plain reader accepts at the start of a scalar, and a
 * letter that the text does not contain.
 */
export interface Skeleton {
  readonly text: string;
  /** Matches every placeholder and nothing else in the skeleton. Has the flag g. */
  readonly placeholders: RegExp;
  /** The values that placeholders replace, in order. */
  readonly values: readonly string[];
}

/**
 * Replaces ranges with placeholders, one for each key that `keyOf` returns. The skeleton depends on the number and the
 * keys of the ranges, not on their contents. `ranges` has a range for each placeholder.
 */
export function skeletonOf<T extends TextRange>(
  text: string,
  ranges: readonly T[],
  keyOf: (range: T) => string,
): Skeleton & { readonly ranges: ReadonlyMap<string, T> } {
  const literals = ranges.map(({ start }, index) => text.slice(ranges[index - 1]?.end ?? 0, start));
  const rest = text.slice(ranges.at(-1)?.end ?? 0);
  const byKey = new Map(ranges.map((range) => [keyOf(range), range]));
  const free = freeLetters([...literals, rest].join(''), byKey.size);
  const letters = new Map([...byKey.keys()].map((key, index) => [key, `x${free[index % free.length]}`]));
  return {
    text: literals.map((literal, index) => literal + letters.get(keyOf(ranges[index] as T))).join('') + rest,
    placeholders: new RegExp(`x[${free.join('')}]`, 'g'),
    values: ranges.map(({ start, end }) => text.slice(start, end)),
    ranges: new Map([...byKey].map(([key, range]) => [letters.get(key) as string, range])),
  };
}

/** Hangul syllables that do not occur in a text: letters without a meaning in YAML. */
function freeLetters(text: string, count: number): readonly string[] {
  const used = new Set(text.match(/[\uac00-\ud7a3]/g));
  const letters: string[] = [];
  for (let code = 0xac00; code <= 0xd7a3 && letters.length < Math.max(1, count); code++)
    if (!used.has(String.fromCharCode(code))) letters.push(String.fromCharCode(code));
  // If the text contains all of them, text that looks like a placeholder also counts as one, so it is not literal.
  return letters.length > 0 ? letters : ['\uac00'];
}

interface Token {
  readonly source: string;
  /** Whether the token is an unquoted scalar or the content of a block scalar. */
  readonly isPlain: boolean;
}

/** The `yaml` package puts this control character before an unquoted or block scalar. */
const plainPrefix = '\x1f';

/** All tokens except spaces and line breaks. */
function* tokens(text: string): Generator<Token> {
  let isPlain = false;
  for (const source of new Lexer().lex(text)) {
    if (isPlain || (source !== plainPrefix && !isBlank(source))) yield { source, isPlain };
    isPlain = !isPlain && source === plainPrefix;
  }
}

function isBlank(text: string): boolean {
  return trimmed(text) === '';
}

/** A regular expression that is anchored at the end would take quadratic time. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n'.includes(text[end - 1] as string)) end--;
  return text.slice(0, end).replace(/^[ \t\n]+/, '');
}

/**
 * Whether a text has the tokens of its skeleton, so that each value is inside a single scalar or comment. Therefore, no
 * value starts or ends a quoted scalar, block scalar, comment, tag, anchor, alias, key or collection. In place of a whole
 * unquoted scalar, a quoted scalar and a blank value are allowed too. Stops at the first difference.
 */
export function hasTokensOf(text: string, { text: skeleton, placeholders, values }: Skeleton): boolean {
  const actual = tokens(text);
  let used = 0;
  let token = actual.next();
  for (const expected of tokens(skeleton)) {
    const before = used;
    const filled = expected.source.replace(placeholders, () => values[used++] as string);
    const isEmpty = used > before && expected.isPlain && isBlank(filled);
    if (isEmpty && (token.done || !isBlank(token.value.source))) continue;
    if (token.done) return false;
    if (used === before ? !isSame(token.value, expected) : !isFilled(token.value, expected, { filled, placeholders }))
      return false;
    token = actual.next();
  }
  return token.done === true;
}

function isSame(a: Token, b: Token): boolean {
  return a.source === b.source && a.isPlain === b.isPlain;
}

function isFilled(
  { source, isPlain }: Token,
  expected: Token,
  { filled, placeholders }: { readonly filled: string; readonly placeholders: RegExp },
): boolean {
  if (!expected.isPlain) return !isPlain && /^["'#]/.test(expected.source) && source === filled;
  if (isPlain) return trimmed(source) === trimmed(filled);
  return /^["']/.test(source) && source === trimmed(filled) && isBlank(expected.source.replace(placeholders, ''));
}
