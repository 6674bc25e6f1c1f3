import type { AuthorOf } from '../core/source/directory-limits.ts';
import { once } from '../data/once.ts';
import type { SourceFile } from '../leasehold.ts';
import { findAuthors } from './directory-authors.ts';
import { readEntries } from './git-blobs.ts';
import { entryTypes, type FindAuthors, isBlob, isInput, sourceEntries, type TreeEntry } from './git-entries.ts';
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
export function openAuthors(filesAbove: () => readonly (readonly SourceFile[])[], source: ObjectSource): FindAuthors {
  let found: AuthorOf | undefined;
  return (entries) => {
    const byPath = once(
      () =>
        new Map(
          entries()
            .filter(isSourceFile)
            .map((entry) => [entry.path, entry]),
        ),
    );
    const read = (paths: readonly string[]) => {
      const files = paths.flatMap((path) => byPath().get(path) ?? []);
      return filesOf(files, source);
    };
    found ??= findAuthors({ paths: () => [...byPath().keys()], read, above: filesAbove().flat() });
    return found;
  };
}

function isSourceFile({ mode, path }: TreeEntry): boolean {
  return entryTypes[mode] === undefined && isSourceName(path);
}

/** The files of entries. Fetches those that the repository lacks. */
export function filesOf(
  entries: readonly TreeEntry[],
  { environment, fetchBlobs }: ObjectSource,
): readonly SourceFile[] {
  const fetched = fetchBlobs?.(entries.filter((entry) => isInput(entry) && isBlob(entry)).map(({ object }) => object));
  if (fetched && !fetched.ok) throw gitError(fetched.message);
  const read = readEntries(sourceEntries(entries, environment), '', environment);
  if (!read.ok) throw gitError(read.message);
  return read.files;
}
