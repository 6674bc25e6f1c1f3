import type { AuthorOf } from '../core/source/directory-limits.ts';
import { addToGroup } from '../data/group-by.ts';
import { type SourceFile, untrustedAuthorOf } from '../leasehold.ts';
import { canHavePlatform, hasPlatform } from './platform-directory.ts';

/** The paths that a reader found, relative to the root of the repository, and a function that reads some of them. */
export interface FoundPaths {
  readonly paths: () => readonly string[];
  readonly read: (paths: readonly string[]) => readonly SourceFile[];
  /** Files of directories above the paths that can contain the Platform. */
  readonly above: readonly SourceFile[];
}

/**
 * Finds the untrusted authors of paths, as the Platform above the paths or among them defines. Among the paths, it reads the
 * Platform nearest to the top in a directory whose name no tenant can have, and never files that tenants wrote. Undefined if it
 * finds no Platform.
 */
export function findAuthors({ paths, read, above }: FoundPaths): AuthorOf | undefined {
  if (above.some(hasPlatform)) return untrustedAuthorOf(above);
  const byDepth = new Map<number, string[]>();
  for (const path of paths()) {
    const depth = platformDepth(path);
    if (depth !== undefined) addToGroup(byDepth, depth, path);
  }
  for (const depth of [...byDepth.keys()].sort((a, b) => a - b)) {
    const files = read(byDepth.get(depth) ?? []);
    if (files.some(hasPlatform)) return untrustedAuthorOf(files);
  }
  return undefined;
}

/** The depth of the directory that directly contains the file, if it can contain the Platform. 0 for a file at the top. */
function platformDepth(path: string): number | undefined {
  const folders = path.split('/').slice(0, -1);
  return folders.length === 0 || canHavePlatform(folders.at(-1) ?? '') ? folders.length : undefined;
}
