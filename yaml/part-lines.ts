import type { TextRange } from './skeleton.ts';
import type { TextPlaces } from './text-places.ts';

/** The levels of lines: twice the column, plus 1 for an item of a list. -1 for the end of a document. */
export interface Levels {
  readonly low: number;
  /** The greatest level of a first line. */
  readonly high: number;
}

/**
 * A part of a text, possibly empty, in whose place untrusted authors can choose other texts that a trusted author wrote. The other
 * fields are about all these texts.
 */
export interface Selected extends TextRange {
  /** The lines that the texts start. */
  readonly lines: Levels;
  /** The lines that the texts start at the start of the part, relative to twice its column. */
  readonly inline: Levels;
  /** Whether a text has content or a comment before its first line break. */
  readonly isInline: boolean;
  /** What each text has after its last line break, if these are only spaces. It includes the line break, if there is one. */
  readonly ends: readonly string[];
  /** Whether each text has only characters that do not end or start a scalar. */
  readonly isWord: boolean;
  /** Whether each text is a scalar, or empty. */
  readonly isScalar: boolean;
  /** Whether no text has quotes or backslashes. */
  readonly isUnquoted: boolean;
  /** Whether each text has all quotes and brackets in pairs. */
  readonly isClosed: boolean;
  /** Whether the texts also have no comments. */
  readonly isFlow: boolean;
}

/** The levels of the collections of which the texts can change entries. Undefined if they also change other lines. */
export function levelsOf(part: Selected, next: Following | undefined, text: TextPlaces): Levels | undefined {
  const { start, isStart, levels } = linesOf(part, text);
  const columns = new Set(part.ends.map((end) => columnOf(end, isStart ? start : Number.NaN)));
  const isLineEnd = text.isLineEnd(part.end) && next?.isInLine !== true;
  const hasOneEnd = isLineEnd || (columns.size === 1 && !columns.has(Number.NaN));
  if (!part.isClosed || !hasOneEnd || (part.isInline && !isStart)) return undefined;
  const following = Math.max(next?.high ?? -1, text.levelAt(text.contentAfter(part.end)));
  return { low: levels.low, high: Math.max(levels.high, following) };
}

interface Lines {
  readonly start: number;
  readonly isStart: boolean;
  readonly levels: Levels;
}

/** The column of the start of a part, whether a line starts there, and the levels of all lines that the texts start. */
export function linesOf({ start, lines, inline }: Selected, text: TextPlaces): Lines {
  const column = text.columnAt(start);
  if (!text.isLineStart(start)) return { start: column, isStart: false, levels: lines };
  const low = Math.min(lines.low, 2 * column + inline.low);
  return { start: column, isStart: true, levels: { low, high: Math.max(lines.high, 2 * column + inline.high) } };
}

/** The parts between the end of a part and the next content. */
export interface Following {
  /** The greatest level of a first line of their texts, and of the content after them. */
  readonly high: number;
  /** Whether one of their texts, or the content after them, can be in the line of the end of the part. */
  readonly isInLine: boolean;
}

/** For each part, those that directly follow it. */
export function followingOf(parts: readonly Selected[], text: TextPlaces): ReadonlyMap<Selected, Following> {
  const found = new Map<Selected, Following>();
  const sorted = parts.map((part, index) => ({ part, index }));
  sorted.sort((one, other) => one.part.start - other.part.start || one.index - other.index);
  const all: Following[] = [];
  for (let index = sorted.length - 1; index >= 0; index--) {
    const { part } = sorted[index] as (typeof sorted)[number];
    const at = firstFrom(sorted, part.end, index + 1);
    const next = nextOf(part, { start: sorted[at]?.part.start, own: all[at] }, text);
    if (next) found.set(part, next);
    all[index] = withNext(part, next, text);
  }
  return found;
}

interface Next {
  readonly start: number | undefined;
  readonly own: Following | undefined;
}

function nextOf({ end }: Selected, { start, own }: Next, text: TextPlaces): Following | undefined {
  if (start === undefined || !own || start > text.contentAfter(end)) return undefined;
  return { ...own, isInLine: own.isInLine && text.isBlank(end, start) };
}

/** A part with those that follow it, as they follow the part before it. Each of them can be empty. */
function withNext(part: Selected, next: Following | undefined, text: TextPlaces): Following {
  const isEnd = text.isLineEnd(part.end) && next?.isInLine !== true;
  const after = text.levelAt(text.contentAfter(part.end));
  return {
    high: Math.max(linesOf(part, text).levels.high, next?.high ?? -1, after),
    isInLine: part.isInline || (!isEnd && part.ends.some((end) => /^ *$/.test(end))),
  };
}

function firstFrom(sorted: readonly { readonly part: Selected }[], offset: number, from: number): number {
  let [low, high] = [from, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.part.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The column after a text with this end. */
export function columnOf(end: string, start: number): number {
  if (!/^\n? *$/.test(end)) return Number.NaN;
  return end.startsWith('\n') ? end.length - 1 : start + end.length;
}
