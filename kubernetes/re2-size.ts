import { largest } from '../data/largest.ts';

/** Flags, quotes, escapes, classes, groups and repetitions of RE2, or any other character. */
const token =
  /\(\?[A-Za-z-]*\)|\\Q[\s\S]*?(?:\\E|$)|\\(?:x\{[^}]*\}|[pP]\{[^}]*\}|[\s\S])|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]|\((?:\?(?:P?<[^>]*>|[A-Za-z-]*:?))?|\{[0-9]+(?:,[0-9]*)?\}|[\s\S]/gu;

/** The state of a group that is being read. */
interface Group {
  /** The size of everything before the last atom. */
  before: number;
  atom: number;
}

/**
 * An upper bound on the number of instructions that RE2 compiles a pattern to, without compiling it. RE2 copies what
 * `{n}` repeats, so a short pattern can become a large program, and matching takes time in proportion to its size.
 */
export function programSizeLimit(pattern: string): number {
  let group: Group = { before: 4, atom: 0 };
  const outer: Group[] = [];
  for (const [source] of pattern.matchAll(token)) {
    if (nothing.test(source)) continue;
    if (source.startsWith('(')) {
      outer.push(group);
      group = { before: 3, atom: 0 };
    } else if (source === ')') {
      const atom = group.before + group.atom;
      const parent = outer.pop() ?? { before: 0, atom: 0 };
      group = { before: parent.before + parent.atom, atom };
    } else if (repetition.test(source)) group.atom = repeated(group.atom, source);
    else group = { before: group.before + group.atom, atom: source.startsWith('\\Q') ? source.length : 1 };
  }
  return [...outer, group].reduce((sum, { before, atom }) => sum + before + atom, 0);
}

/** Flags and empty quotes. A repetition after them applies to the atom before them. */
const nothing = /^(?:\(\?[A-Za-z-]*\)|\\Q(?:\\E)?)$/;
const repetition = /^(?:[*+?]|\{[0-9].*\})$/;

function repeated(size: number, source: string): number {
  const counts = source.match(/[0-9]+/g)?.map(Number) ?? [1];
  return (size + 2) * largest(counts, 1) + 2;
}
