import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { SourceFile } from '../leasehold.ts';
import { kindOf } from './files.ts';
import { below, canHavePlatform, decidingFiles, directoriesAbove } from './platform-directory.ts';
import { readSourceFile, readTree } from './read.ts';
import { isHidden, isSourceName } from './source-rules.ts';

/**
 * Reads a directory as readTree does and, if a Platform above or beside it has directoryPerTenant, the Platform's
 * directory too: without it, all authors would be trusted. Paths then go through the directory that contains both.
 * Nothing above `top` is read, which is the root of the repository by default.
 */
export function readTenants(
  root: string,
  onFile?: (done: number, of: number) => void,
  top: string = topOf(realpathSync(root)),
): readonly SourceFile[] {
  const files = readTree(root, onFile);
  const inner = slashes(relative(realpathSync(top), realpathSync(root)));
  if (inner === '' || inner.startsWith('..')) return files;
  const start = slashes(join(root, '_')).length - 1;
  const own = files.map((file) => ({ ...file, path: `${inner}/${file.path.slice(start)}` }));
  const candidates = directoriesAbove(inner).flatMap((above) => candidatesIn(top, above, inner));
  const deciding = decidingFiles(own, candidates);
  if (deciding.length === 0) return files;
  const shown = isAbsolute(root) ? top : relative(realpathSync('.'), top);
  return [...deciding, ...own].map((file) => ({ ...file, path: slashes(join(shown, file.path)) }));
}

/** The root of the repository; outside a repository, two directories up. */
function topOf(directory: string): string {
  for (let folder = directory; dirname(folder) !== folder; folder = dirname(folder))
    if (kindOf(join(folder, '.git')) !== 'nothing') return folder;
  return dirname(dirname(directory));
}

/** The input files of each directory that might contain the Platform, and those directly in `above`. */
function candidatesIn(top: string, above: string, inner: string): readonly (readonly SourceFile[])[] {
  const children = childrenOf(join(top, above));
  const isCandidate = (path: string) => !`${inner}/`.startsWith(`${path}/`);
  const folders = children.filter((child) => child.isDirectory() && canHavePlatform(child.name));
  const paths = folders.map(({ name }) => below(above, name)).filter(isCandidate);
  const files = children.filter((child) => child.isFile() && isSourceName(child.name) && !isHidden(child.name));
  return [
    ...paths.map((path) => readTree(join(top, path)).map((file) => ({ ...file, path: inside(top, file.path) }))),
    files.map(({ name }) => ({ ...readSourceFile(join(top, above, name), top), path: below(above, name) })),
  ];
}

/** None for a directory that cannot be read, such as one above the files of a test. */
function childrenOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function inside(top: string, path: string): string {
  return slashes(relative(resolve(top), resolve(path)));
}

function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
