import { diffArrays } from 'jsdiff';

/** The text of a file or object at a commit; undefined if the file or object does not exist there. */
export interface Version<Commit> {
  readonly commit: Commit;
  readonly text: string | undefined;
}

/** A line with the commit that wrote it; undefined if the commit is older than all versions. */
export interface BlamedLine<Commit> {
  readonly text: string;
  readonly commit: Commit | undefined;
}

/**
 * The commit that last changed each line of the newest version. Versions are sorted newest first, and are read only until every
 * line has a commit. `isComplete` returns whether no version is older than the last one that was read.
 */
export function blame<Commit>(
  versions: Iterable<Version<Commit>>,
  isComplete: (last: Version<Commit>) => boolean,
): readonly BlamedLine<Commit>[] {
  const search = openBlame<Commit>();
  let last: Version<Commit> | undefined;
  for (const version of versions) {
    last = version;
    if (!search.add(version)) break;
  }
  return search.lines(last !== undefined && isComplete(last));
}

/** A search for the commit of each line. Keeps only the newest version and the one that was added last. */
export interface Blame<Commit> {
  /** Adds the next older version. Returns whether the commit of a line is still unknown. */
  readonly add: (version: Version<Commit>) => boolean;
  /** Ends the search. `isComplete`: whether no version is older than the last one. */
  readonly lines: (isComplete: boolean) => readonly BlamedLine<Commit>[];
}

export function openBlame<Commit>(): Blame<Commit> {
  let state: State<Commit> | undefined;
  return {
    add: (version) => {
      state = state === undefined ? stateOf(version) : compared(state, version);
      return state.open.length > 0;
    },
    lines: (isComplete) => {
      if (!state) return [];
      const { newer, open, found, lines } = state;
      const rest = isComplete ? newer.commit : undefined;
      for (const { line } of open) found[line] = rest;
      return lines.map((text, index) => ({ text, commit: found[index] }));
    },
  };
}

interface State<Commit> {
  readonly lines: readonly string[];
  readonly found: (Commit | undefined)[];
  readonly newer: Version<Commit>;
  /** Lines of the newest version that are unchanged so far, with their index in the version that was read last. */
  readonly open: readonly { readonly line: number; readonly at: number }[];
}

function stateOf<Commit>(version: Version<Commit>): State<Commit> {
  const lines = linesOf(version.text);
  const open = lines.map((_, line) => ({ line, at: line }));
  return { lines, found: [], newer: version, open };
}

function linesOf(text = ''): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Attributes the lines that the older version lacks to the commit of the newer version. */
function compared<Commit>(state: State<Commit>, older: Version<Commit>): State<Commit> {
  const { newer, found } = state;
  if (older.text === newer.text) return { ...state, newer: older };
  const places = unchangedPlaces(linesOf(older.text), linesOf(newer.text));
  for (const { line, at } of state.open) if (!places.has(at)) found[line] = newer.commit;
  const open = state.open.flatMap(({ line, at }) => {
    const place = places.get(at);
    return place === undefined ? [] : [{ line, at: place }];
  });
  return { ...state, newer: older, open };
}

/** Bounds the time of a comparison, which is quadratic in the number of added and removed lines. */
const maxEdits = 2000;

/**
 * For each unchanged line, its index in the newer text and in the older one. If too many lines differ, only the lines before the
 * first and after the last difference are treated as unchanged.
 */
function unchangedPlaces(older: readonly string[], newer: readonly string[]): ReadonlyMap<number, number> {
  const parts = diffArrays([...older], [...newer], { maxEditLength: maxEdits });
  if (!parts) return sameEnds(older, newer);
  const places = new Map<number, number>();
  let [from, to] = [0, 0];
  for (const { added, removed, count } of parts) {
    for (let index = 0; index < count && !added && !removed; index++) places.set(to + index, from + index);
    if (!added) from += count;
    if (!removed) to += count;
  }
  return places;
}

function sameEnds(older: readonly string[], newer: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const shorter = Math.min(older.length, newer.length);
  let start = 0;
  for (; start < shorter && older[start] === newer[start]; start++) places.set(start, start);
  for (let end = 1; end <= shorter - start && older.at(-end) === newer.at(-end); end++)
    places.set(newer.length - end, older.length - end);
  return places;
}
