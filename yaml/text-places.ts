import type { LineCounter } from 'yaml';
import type { TextRange } from './skeleton.ts';

/** What is at and around the offsets of a text. No method takes time in proportion to the text. */
export interface TextPlaces {
  /** The offset of the first content at or after an offset. Comments are not content. */
  readonly contentAfter: (offset: number) => number;
  readonly text: string;
  readonly columnAt: (offset: number) => number;
  /** Whether only spaces are before the offset in its line. */
  readonly isLineStart: (offset: number) => boolean;
  /** Whether no content or comment is after the offset in its line. */
  readonly isLineEnd: (offset: number) => boolean;
  /** Whether only spaces are between two offsets in a line. */
  readonly isBlank: (start: number, end: number) => boolean;
  /** Twice the column of the content at the offset, plus 1 for an item of a list. -1 at the end of a document. */
  readonly levelAt: (offset: number) => number;
  /** Whether spaces or brackets are around a range in its line. */
  readonly isSeparate: (range: TextRange) => boolean;
}

export function placesOf(text: string, lines: LineCounter | undefined): TextPlaces {
  const blankAfter = blankFinder(text);
  const columnAt = (offset: number) => (lines?.linePos(offset).col ?? 1) - 1;
  const indents = new Map<number, number>();
  const indentOf = (line: number): number => {
    const known = indents.get(line) ?? endOfMatch(spaces, text, line);
    indents.set(line, known);
    return known;
  };
  return {
    text,
    contentAfter: contentFinder(text),
    columnAt,
    isLineStart: (offset) => indentOf(offset - columnAt(offset)) >= offset,
    isLineEnd: (offset) => /^\n?$/.test(text.charAt(blankAfter(offset))),
    isBlank: (start, end) => end <= blankAfter(start),
    levelAt: (offset) => levelOf(text.slice(offset, offset + 3), columnAt(offset)),
    isSeparate: ({ start, end }) =>
      /^(?:[\s[{,]|$)/.test(text.slice(Math.max(0, start - 1), start)) &&
      /^(?:[\s\]},]|$)/.test(text.slice(end, end + 1)),
  };
}

function levelOf(next: string, column: number): number {
  if (next === '' || (column === 0 && /^(?:---|\.\.\.)$/.test(next))) return -1;
  return 2 * column + (/^-(?:\s|$)/.test(next) ? 1 : 0);
}

const spaces = / */y;

/** The end of a match at an offset, or the end of the text if there is none. */
export function endOfMatch(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : text.length;
}

/** Finds the next content by one pass over the text, because callers ask for as many offsets as an author writes. */
function contentFinder(text: string): (offset: number) => number {
  const next = new Int32Array(text.length + 1);
  next[text.length] = text.length;
  let lineEnd = text.length;
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at);
    if (character === '\n') lineEnd = at;
    if (character === '#') next[at] = next[lineEnd] as number;
    else next[at] = /\s/.test(character) ? (next[at + 1] as number) : at;
  }
  return (offset) => next[offset] as number;
}

/** Finds the next content, comment or line break, also by one pass. */
function blankFinder(text: string): (offset: number) => number {
  const next = new Int32Array(text.length + 1);
  next[text.length] = text.length;
  for (let at = text.length - 1; at >= 0; at--)
    next[at] = /[^\S\n]/.test(text.charAt(at)) ? (next[at + 1] as number) : at;
  return (offset) => next[offset] as number;
}
