import { groupBy } from '../../data/group-by.ts';
import type { UnlocatedProblem } from '../problem/problem.ts';

/** A file without documents, because it is not YAML or cannot be read. */
export interface UnreadFile {
  readonly file: string;
  /** The first reason, with its line for YAML. */
  readonly why: string;
}

/** The files without documents, according to the problems of their parsing. */
export function unreadFiles(problems: readonly UnlocatedProblem[]): readonly UnreadFile[] {
  const wrong = problems.filter(({ code }) => code === 'invalid-yaml' || code === 'unreadable-file');
  return [...groupBy(wrong, ({ origin }) => origin.file)].flatMap(([file, [first]]) =>
    first ? [{ file, why: reasonOf(first, file) }] : [],
  );
}

function reasonOf({ place, message }: UnlocatedProblem, file: string): string {
  if (message.startsWith(`${file} `)) return `it ${message.slice(file.length + 1)}`;
  return 'line' in place ? `line ${place.line}: ${message}` : message;
}
