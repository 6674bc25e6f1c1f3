import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

export type PathKind = 'directory' | 'file' | 'nothing';

/** The type of a path after following links. A circular link and an overlong name are `nothing`. */
export function kindOf(path: string): PathKind {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return 'nothing';
    throw error;
  }
}

/** True for a link, including a broken one: writing a file through it would write another file. */
export function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** The text of a file; undefined if it does not exist or is a directory. */
export function readText(path: string): string | undefined {
  return kindOf(path) === 'file' ? readFileSync(path, 'utf8') : undefined;
}

/** True if `inner` is `outer` or below it, after following links. */
export function isWithin(inner: string, outer: string): boolean {
  const relativePath = relative(real(resolve(outer)), real(resolve(inner)));
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`);
}

/** Follows links for the part of the path that exists. */
function real(path: string): string {
  if (kindOf(path) !== 'nothing' || dirname(path) === path) return realpathSync(path);
  return join(real(dirname(path)), basename(path));
}
