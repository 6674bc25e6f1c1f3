import type { AuthorOf } from '../core/source/directory-limits.ts';
import type { SourceFile } from '../leasehold.ts';
import { findAuthors } from './directory-authors.ts';
import { readEntries } from './git-blobs.ts';
import { entryTypes, isBlob, sourceEntries, type TreeEntry } from './git-entries.ts';
import type { RemoteResult } from './git-network.ts';
import { type GitEnvironment, gitError } from './git-process.ts';
import { isSourceName } from './source-rules.ts';

/** A repository, and a function that fetches the contents of files that it lacks. */
export interface ObjectSource {
  readonly environment: GitEnvironment;
  readonly fetchBlobs?: (blobs: readonly string[]) => RemoteResult<undefined>;
}

/**
 * Returns a function that finds the authors that the Platform among entries, or above them, defines. All paths start at the root
 * of the repository. The function reads no file again after it found the Platform.
 */
export function openAuthors(
  filesAbove: () => readonly (readonly SourceFile[])[],
  source: ObjectSource,
): (entries: readonly TreeEntry[]) => AuthorOf | undefined {
  let found: AuthorOf | undefined;
  return (entries) => {
    if (found) return found;
    const files = entries.filter(({ mode, path }) => entryTypes[mode] === undefined && isSourceName(path));
    const byPath = new Map(files.map((entry) => [entry.path, entry]));
    const read = (paths: readonly string[]) =>
      filesOf(
        paths.flatMap((path) => byPath.get(path) ?? []),
        source,
      );
    found = findAuthors({ paths: [...byPath.keys()], read, above: filesAbove().flat() });
    return found;
  };
}

/** The files of entries. Fetches those that the repository lacks. */
export function filesOf(
  entries: readonly TreeEntry[],
  { environment, fetchBlobs }: ObjectSource,
): readonly SourceFile[] {
  const fetched = fetchBlobs?.(entries.filter(isBlob).map(({ object }) => object));
  if (fetched && !fetched.ok) throw gitError(fetched.message);
  const read = readEntries(sourceEntries(entries, environment), '', environment);
  if (!read.ok) throw gitError(read.message);
  return read.files;
}
