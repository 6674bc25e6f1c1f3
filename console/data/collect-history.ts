import type { SourceFile } from '../../core/source/source.ts';
import { type Commit, type Content, type History, type StoredCommit, snapshotFormat } from './snapshot.ts';

/** The maximum number of files in all stored commits, which bounds the size of a history. */
const maxFiles = 200_000;

/** A history with more characters stores no older commit. Its JSON text must fit into a string. */
const maxCharacters = 64 * 1024 ** 2;

/** The maximum number of commits in a history. */
const maxCommits = 100;

/** The number of commits to read. One more than a history stores shows whether it is complete. */
export const commitsToRead = maxCommits + 1;

/** Stores the files of commits, newest first, until a limit is reached or the files of a commit are missing. */
export function collectHistory(
  commits: readonly Commit[],
  filesOf: (commit: Commit) => readonly SourceFile[] | undefined,
): History {
  const contents: Content[] = [];
  const known = new Map<string, number>();
  const stored: StoredCommit[] = [];
  let [count, characters] = [0, 0];
  for (const commit of commits) {
    const files = filesOf(commit);
    count += files?.length ?? 0;
    if (files === undefined || count > maxFiles || characters > maxCharacters || stored.length === maxCommits) break;
    const first = contents.length;
    stored.push({ ...commit, files: files.map(({ path, ...content }) => [path, indexOf(content, contents, known)]) });
    for (const content of contents.slice(first)) characters += 'text' in content ? content.text.length : 0;
  }
  return { format: snapshotFormat, commits: stored, contents, isComplete: stored.length === commits.length };
}

function indexOf(content: Content, contents: Content[], known: Map<string, number>): number {
  const key = 'text' in content ? `text ${content.text}` : content.unreadable;
  const index = known.get(key) ?? contents.length;
  if (index === contents.length) contents.push(content);
  known.set(key, index);
  return index;
}
