import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

export type PathKind = 'directory' | 'file' | 'nothing';

/** What a path leads to, links followed; a link in a circle leads to nothing, as does what no disk could hold. */
export function kindOf(path: string): PathKind {
  try {
    return statSync(path).isDirectory() ? 'directory' : 'file';
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return 'nothing';
    throw error;
  }
}

/** The text of a file; undefined when there is none. */
export function readText(path: string): string | undefined {
  return kindOf(path) === 'file' ? readFileSync(path, 'utf8') : undefined;
}

/** True when one path is the other or lies below it, links followed. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(real(resolve(outer)), real(resolve(inner)));
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** With links followed as far as the path exists. */
function real(path: string): string {
  if (kindOf(path) !== 'nothing' || dirname(path) === path) return realpathSync(path);
  return join(real(dirname(path)), basename(path));
}
