import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { placesOf, type SourceFile, untrustedAuthorOf } from '../leasehold.ts';
import { findAuthors } from './directory-authors.ts';
import { kindOf } from './files.ts';
import {
  below,
  canHavePlatform,
  decidingFiles,
  directoriesAbove,
  hasPlatform,
  shownFrom,
} from './platform-directory.ts';
import { type AuthorsIn, readSourceFile, readTree } from './read.ts';
import { isHidden, isSourceName } from './source-rules.ts';

/**
 * Reads a directory like readTree. If a Platform above or next to it has directoryPerTenant, also reads the Platform's
 * directory, because without it all authors would be trusted. Paths then start at the directory that contains both.
 * Never reads above `top`, which is the root of the repository by default.
 */
export function readTenants(
  root: string,
  onFile?: (done: number, of: number) => void,
  top: string = topOf(realpathSync(root)),
): readonly SourceFile[] {
  const inner = slashes(relative(realpathSync(top), realpathSync(root)));
  const isInner = inner !== '' && !inner.startsWith('..');
  const start = slashes(join(root, '_')).length - 1;
  const fromTop = (path: string) => below(isInner ? inner : '', path.slice(start));
  let found: readonly (readonly SourceFile[])[] | undefined;
  const candidates = () =>
    (found ??= isInner ? directoriesAbove(inner).flatMap((above) => candidatesIn(top, above, inner)) : []);
  const files = readTree(root, onFile, authorsBelow(root, { fromTop, above: () => candidates().flat() }));
  if (!isInner) return files;
  const own = files.map((file) => ({ ...file, path: fromTop(file.path) }));
  const deciding = decidingFiles(own, candidates());
  return deciding.length === 0 ? files : shown(root, top, [...deciding, ...own]);
}

/**
 * A directory with more input files than this, not counting subdirectories, contains the tenants themselves. Reading it only
 * to find the Platform would take as long as reading all tenants.
 */
const maxBeside = 500;

/**
 * Reads only the files of a tenant below a directory: its own directory, and the Platform's directory without
 * files about other tenants. Undefined if the files of the tenant can be anywhere, so that `readTenants` is necessary.
 */
export function readTenant(root: string, tenant: string): readonly SourceFile[] | undefined {
  const top = topOf(realpathSync(root));
  const inner = slashes(relative(realpathSync(top), realpathSync(root)));
  if (inner.startsWith('..')) return undefined;
  const above = [...new Set(['', ...(inner === '' ? [] : [inner]), ...directoriesAbove(inner)])];
  if (above.some((folder) => childrenOf(join(top, folder), top).filter(isInput).length > maxBeside)) return undefined;
  const candidates = above.flatMap((folder) => candidatesIn(top, folder, ''));
  const platform = candidates.filter((files) => files.some(hasPlatform)).flat();
  const places = placesOf(platform, tenant);
  if (!places || !isBelow(places.directory, inner) || !isPlainDirectory(top, places.directory)) return undefined;
  const authorOf = untrustedAuthorOf(platform);
  const authorsIn = () => (path: string) => authorOf(inside(top, path));
  const own = readTree(join(top, places.directory), undefined, authorsIn).map((file) => ({
    ...file,
    path: inside(top, file.path),
  }));
  const files = [...platform.filter(({ path }) => places.isShared(path)), ...own];
  return own.length === 0 ? undefined : shown(root, top, files);
}

interface Below {
  readonly fromTop: (path: string) => string;
  readonly above: () => readonly SourceFile[];
}

function authorsBelow(root: string, { fromTop, above }: Below): AuthorsIn {
  return (paths) => {
    const byPath = new Map(paths.map((path) => [fromTop(path), path]));
    const read = (some: readonly string[]) =>
      some.filter(isSourceName).map((path) => ({ ...readSourceFile(byPath.get(path) ?? path, root), path }));
    const authorOf = findAuthors({ paths: [...byPath.keys()], read, above: above() });
    return (path) => authorOf(fromTop(path));
  };
}

/** Returns paths that are absolute or relative to the working directory, like `root`. */
function shown(root: string, top: string, files: readonly SourceFile[]): readonly SourceFile[] {
  if (isAbsolute(root)) return files.map((file) => ({ ...file, path: slashes(join(top, file.path)) }));
  const [here, start] = [realpathSync('.'), realpathSync(top)];
  return shownFrom(files, slashes(relative(start, here)), slashes(relative(here, start)));
}

function isBelow(path: string, directory: string): boolean {
  return directory === '' || path.startsWith(`${directory}/`);
}

/** Whether the path is a directory without a link on the way. */
function isPlainDirectory(top: string, path: string): boolean {
  const full = join(realpathSync(top), path);
  return kindOf(full) === 'directory' && realpathSync(full) === full;
}

/** The root of the repository; outside a repository, two directories up. */
function topOf(directory: string): string {
  for (let folder = directory; dirname(folder) !== folder; folder = dirname(folder))
    if (kindOf(join(folder, '.git')) !== 'nothing') return folder;
  return dirname(dirname(directory));
}

/** The input files of each directory that might contain the Platform, and those directly in `above`. */
function candidatesIn(top: string, above: string, inner: string): readonly (readonly SourceFile[])[] {
  const children = childrenOf(join(top, above), top);
  const isCandidate = (path: string) => !`${inner}/`.startsWith(`${path}/`);
  const folders = children.filter((child) => child.isDirectory() && canHavePlatform(child.name));
  const paths = folders.map(({ name }) => below(above, name)).filter(isCandidate);
  const files = children.filter(isInput);
  return [
    ...paths.map((path) => readTree(join(top, path)).map((file) => ({ ...file, path: inside(top, file.path) }))),
    files.map(({ name }) => ({ ...readSourceFile(join(top, above, name), top), path: below(above, name) })),
  ];
}

function isInput(child: Dirent): boolean {
  return child.isFile() && isSourceName(child.name) && !isHidden(child.name);
}

/**
 * The entries of a directory that might contain the Platform. Outside a repository, the directories above the tenants can be
 * private. Throws for any other failure, because all authors would be trusted without the Platform.
 */
function childrenOf(directory: string, top: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const isPrivate = (error as NodeJS.ErrnoException).code === 'EACCES' && kindOf(join(top, '.git')) === 'nothing';
    if (isPrivate) return [];
    throw error;
  }
}

function inside(top: string, path: string): string {
  return slashes(relative(resolve(top), resolve(path)));
}

function slashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
