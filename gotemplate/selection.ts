import { type Content, contentOf } from './content.ts';
import type { Branch, Node } from './syntax/ast.ts';

/**
 * The levels of lines: twice the column, plus 1 for an item of a list, because a list can be in the column of the mapping around
 * it. A line adds an entry to the collection of its level, and ends those of higher levels. The end of a document has the level -1.
 */
export interface Levels {
  /** The least level of any line. */
  readonly low: number;
  /** The greatest level of a line before which a text has no other content. */
  readonly high: number;
}

/** What the branches of an `if`, `with` or `range` can print, as far as the template determines it. */
export interface Continuation extends Content {
  /** The lines that the texts start. */
  readonly lines: Levels;
  /** The texts before the first line break, relative to twice the column of the start. */
  readonly inline: Levels;
  /** Whether a text has content or a comment before its first line break. */
  readonly isInline: boolean;
  /** Whether a text has no content. */
  readonly isOptional: boolean;
  /** What each text has after its last line break: only spaces, with the line break if it has one, or else a state of `Place`. */
  readonly ends: readonly string[];
  /** Whether a branch can skip the text after it. */
  readonly jumps: boolean;
}

/** A range of the output, possibly empty, that marked values chose among the branches of a condition. */
export interface Selection extends Continuation {
  readonly start: number;
  readonly end: number;
}

/** A place in a text: after these spaces, or in a line, or in a comment, or not known. */
type Place = string;
const inLine: Place = 'x';
const inComment: Place = '#';
const unknown: Place = '?';

const none: Levels = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
const all: Levels = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

const nothing = { ...contentOf([]), lines: none, inline: none, isInline: false, isOptional: true, jumps: false };
const start: Continuation = { ...nothing, ends: [''] };

/** Of a value: a scalar. */
export const ofValue: Continuation = { ...start, inline: all, isInline: true, ends: [inLine] };

/** Any text. */
export const anyText: Continuation = {
  ...ofValue,
  ...contentOf(undefined),
  lines: all,
  ends: [unknown],
};

/** Whether no branch prints anything. */
export function isEmptyText({ isInline, lines, ends }: Continuation): boolean {
  return !isInline && lines.low === none.low && ends.every((end) => end === '');
}

const known = new WeakMap<Branch, Continuation>();

export function continuationOf(branch: Branch): Continuation {
  const before = known.get(branch);
  if (before) return before;
  const [then, otherwise] = [ofNodes(branch.then), ofNodes(branch.otherwise)];
  const found = branch.type === 'range' ? ofLoop(then, otherwise) : either(then, otherwise);
  known.set(branch, found);
  return found;
}

function ofLoop(body: Continuation, otherwise: Continuation): Continuation {
  const item = body.jumps ? { ...body, isOptional: true, ends: [unknown], jumps: false } : body;
  return either(either(item, otherwise), after(item, item));
}

function ofNodes(nodes: readonly Node[]): Continuation {
  let found = start;
  for (const node of nodes) found = after(found, ofNode(node));
  const nested = nodes.flatMap((node) => ('then' in node ? [continuationOf(node)] : []));
  return { ...found, ...contentOf(nodes, nested) };
}

function ofNode(node: Node): Continuation {
  if (node.type === 'text') return ofText(node.text);
  if (node.type === 'action') return node.pipe.variables.length > 0 ? start : ofValue;
  if (node.type === 'template') return anyText;
  return 'then' in node ? continuationOf(node) : { ...start, jumps: true };
}

function ofText(text: string): Continuation {
  const lines = [...text.matchAll(lineStarts)];
  const [first] = lines;
  const isFirstInline = first !== undefined && !first[0].startsWith('\n');
  const levels = lines.map(levelsOf);
  const own = levels[0] ?? none;
  const later = (isFirstInline ? levels.slice(1) : levels).reduce(union, none);
  return {
    ...start,
    lines: { low: later.low, high: isFirstInline ? none.high : own.high },
    inline: isFirstInline ? own : none,
    isInline: /^[^\S\n]*\S/.test(text),
    isOptional: first === undefined,
    ends: [endOf(text)],
  };
}

/** The spaces and the first character of each line with content. */
const lineStarts = /(?:^|\n)( *)(?:---|\.\.\.|-(?:(?=\s)|$)|[^\s#])/g;

/** The next text determines whether `-` at the end of a text starts an item. */
function levelsOf({ 0: line, 1: spaces = '', index, input = '' }: RegExpMatchArray): Levels {
  const level = 2 * spaces.length;
  if (/^\n(?:---|\.\.\.)$/.test(line)) return { low: -1, high: -1 };
  if (/[-.]{3}$/.test(line)) return { low: -1, high: level };
  if (!line.endsWith('-')) return { low: level, high: level };
  return { low: (index ?? 0) + line.length < input.length ? level + 1 : level, high: level + 1 };
}

function endOf(text: string): Place {
  const end = text.slice(Math.max(0, text.lastIndexOf('\n')));
  if (/^\n? *$/.test(end)) return end;
  return /(?:^|\s)#/.test(end) ? inComment : inLine;
}

/** Either of two continuations. */
function either(one: Continuation, other: Continuation): Continuation {
  const ends = [...new Set([...one.ends, ...other.ends])];
  return {
    isWord: one.isWord && other.isWord,
    isScalar: one.isScalar && other.isScalar,
    isUnquoted: one.isUnquoted && other.isUnquoted,
    isClosed: one.isClosed && other.isClosed,
    isFlow: one.isFlow && other.isFlow,
    lines: union(one.lines, other.lines),
    inline: union(one.inline, other.inline),
    isInline: one.isInline || other.isInline,
    isOptional: one.isOptional || other.isOptional,
    ends: ends.length > 3 ? [unknown] : ends,
    jumps: one.jumps || other.jumps,
  };
}

function union(one: Levels, other: Levels): Levels {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}

/** A continuation and the next one. The caller determines the content of both. */
function after(one: Continuation, next: Continuation): Continuation {
  const { lines, inline } = placed(next, one.ends);
  const first = (levels: Levels): Levels => (one.isOptional ? levels : { ...levels, high: none.high });
  const place = one.ends.length === 1 ? (one.ends[0] as Place) : unknown;
  return {
    ...one,
    lines: union(one.lines, first(lines)),
    inline: union(one.inline, first(inline)),
    isInline: one.isInline || (next.isInline && one.ends.some((end) => /^(?: *|\?)$/.test(end))),
    isOptional: one.isOptional && next.isOptional,
    ends: [...new Set(next.ends.map((end) => (/^ *$/.test(end) ? joined(place, end) : end)))],
    jumps: one.jumps || next.jumps,
  };
}

function joined(place: Place, spaces: string): Place {
  return /^\n? *$/.test(place) ? place + spaces : place;
}

/** The levels of a continuation after a text with these ends. */
function placed(
  { lines, inline, isInline }: Continuation,
  ends: readonly Place[],
): Pick<Continuation, 'lines' | 'inline'> {
  const [place = unknown, ...others] = ends;
  if (!isInline || (place === inLine && others.length === 0)) return { lines, inline: none };
  const isKnown = others.length === 0 && place !== unknown && place !== inComment;
  if (!isKnown) return { lines: ends.some((end) => /^[\n?#]/.test(end)) ? all : lines, inline: all };
  const base = 2 * place.replace('\n', '').length;
  const moved = { low: base + inline.low, high: base + inline.high };
  return place.startsWith('\n') ? { lines: union(lines, moved), inline: none } : { lines, inline: moved };
}
