import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { openDirectoryLimits, sizeLimits } from '../core/source/directory-limits.ts';
import { once } from '../data/once.ts';
import { placesOf, type SourceFile, untrustedAuthorOf } from '../leasehold.ts';
import { candidatesIn, childrenOf, harmfulAttributes, inside, isInput, slashes } from './above-tenants.ts';
import { checkoutRoot } from './checkout-root.ts';
import { findAuthors } from './directory-authors.ts';
import { kindOf } from './files.ts';
import type { OmittedFiles } from './omitted-files.ts';
import { below, decidingFiles, directoriesAbove, hasPlatform, shownFrom } from './platform-directory.ts';
import { type AuthorsIn, readSourceFile, readTree } from './read.ts';
import { isSourceName } from './source-rules.ts';

/**
 * Reads a directory like readTree. If a Platform above or next to it has directoryPerTenant, also reads the Platform's
 * directory, because without it all authors would be trusted. Paths then start at the directory that contains both.
 * In a repository, also returns attribute files above these directories that can change their content. Never reads above `top`,
 * the root of the repository. By default, finds it; outside a repository, it is two directories up. `openOmitted` finds the files
 * that a sparse checkout omits.
 */
export function readTenants(
  root: string,
  onFile?: (done: number, of: number) => void,
  repository?: string,
  openOmitted: (top: string) => OmittedFiles | undefined = () => undefined,
): readonly SourceFile[] {
  const { top, isRepository } = repository === undefined ? topOf(root) : { top: repository, isRepository: true };
  const inner = slashes(relative(realpathSync(top), realpathSync(root)));
  const isInner = inner !== '' && !inner.startsWith('..');
  const start = slashes(join(root, '_')).length - 1;
  const fromTop = (path: string) => below(isInner ? inner : '', path.slice(start));
  const candidates = once(() =>
    isInner ? directoriesAbove(inner).flatMap((above) => candidatesIn({ top, omitted }, above, inner)) : [],
  );
  const omitted = openOmitted(top);
  const authorsIn = authorsBelow(root, { fromTop, above: () => candidates().flat() });
  const files = withOmitted(readTree(root, onFile, authorsIn), omittedBelow(root, inner, omitted), authorsIn);
  if (!isInner) return files;
  const own = files.map((file) => ({ ...file, path: fromTop(file.path) }));
  const deciding = decidingFiles(own, candidates());
  const attributes = files.length === 0 ? [] : harmfulAttributes({ top, isRepository, omitted }, [inner], candidates);
  const more = [...attributes, ...deciding];
  return more.length === 0 ? files : shown(root, top, [...more, ...own]);
}

/** The omitted files, with paths that start with `root`, like the paths of all other files. */
function omittedBelow(root: string, inner: string, omitted: OmittedFiles | undefined): readonly SourceFile[] {
  const files = inner.startsWith('..') ? [] : (omitted?.below(inner) ?? []);
  const start = inner === '' ? 0 : inner.length + 1;
  return files.map((file) => ({ ...file, path: slashes(join(root, file.path.slice(start))) }));
}

/** All files, within the limits of tenants' directories. */
function withOmitted(
  files: readonly SourceFile[],
  omitted: readonly SourceFile[],
  authorsIn: AuthorsIn,
): readonly SourceFile[] {
  if (omitted.length === 0) return files;
  const all = [...files, ...omitted];
  const directories = openDirectoryLimits(sizeLimits, () => authorsIn(all.map(({ path }) => path)));
  for (const file of all) directories.add(file.path, [1, 'text' in file ? Buffer.byteLength(file.text) : 0]);
  const mark = ({ path }: SourceFile) => ({ path, unreadable: 'large-directory' }) as const;
  return directories.apply(all, ({ path }) => path, mark);
}

/**
 * A directory with more input files than this, not counting subdirectories, contains the tenants themselves. Reading it only
 * to find the Platform would take as long as reading all tenants.
 */
const maxBeside = 500;

/**
 * Reads only the files of a tenant below a directory: its own directory, and the Platform's directory without files about other
 * tenants. Undefined if `readTenants` is necessary: the files of the tenant can be anywhere, its directory is missing, empty or a
 * link, a directory above has many files, or a sparse checkout omits files.
 */
export function readTenant(
  root: string,
  tenant: string,
  openOmitted: (top: string) => OmittedFiles | undefined = () => undefined,
): readonly SourceFile[] | undefined {
  const { top, isRepository } = topOf(root);
  const inner = slashes(relative(realpathSync(top), realpathSync(root)));
  if (inner.startsWith('..') || openOmitted(top)) return undefined;
  const above = [...new Set(['', ...(inner === '' ? [] : [inner]), ...directoriesAbove(inner)])];
  if (above.some((folder) => childrenOf(join(top, folder), top).filter(isInput).length > maxBeside)) return undefined;
  const candidates = above.flatMap((folder) => candidatesIn({ top, omitted: undefined }, folder, ''));
  const platform = candidates.filter((files) => files.some(hasPlatform)).flat();
  const places = placesOf(platform, tenant);
  if (!places || !isBelow(places.directory, inner) || !isPlainDirectory(top, places.directory)) return undefined;
  const authorOf = untrustedAuthorOf(platform);
  const authorsIn = () => (path: string) => authorOf(inside(top, path));
  const own = readTree(join(top, places.directory), undefined, authorsIn).map((file) => ({
    ...file,
    path: inside(top, file.path),
  }));
  const attributes = harmfulAttributes({ top, isRepository, omitted: undefined }, [places.directory], () => candidates);
  const files = [...attributes, ...platform.filter(({ path }) => places.isShared(path)), ...own];
  return own.length === 0 ? undefined : shown(root, top, files);
}

interface Below {
  readonly fromTop: (path: string) => string;
  readonly above: () => readonly SourceFile[];
}

function authorsBelow(root: string, { fromTop, above }: Below): AuthorsIn {
  return (paths) => {
    const byPath = once(() => new Map(paths.map((path) => [fromTop(path), path])));
    const read = (some: readonly string[]) =>
      some.filter(isSourceName).map((path) => ({ ...readSourceFile(byPath().get(path) ?? path, root), path }));
    const authorOf = findAuthors({ paths: () => [...byPath().keys()], read, above: above() });
    return (path) => authorOf?.(fromTop(path));
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
function topOf(root: string): { readonly top: string; readonly isRepository: boolean } {
  const top = checkoutRoot(root);
  return top === undefined
    ? { top: dirname(dirname(realpathSync(root))), isRepository: false }
    : { top, isRepository: true };
}
