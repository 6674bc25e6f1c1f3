import { posix } from 'node:path';
import { isError } from '../core/problem/problem.ts';
import { isNoTenants } from '../core/source/no-tenants.ts';
import { textAt } from '../data/tree.ts';
import { authorityOf, load, type SourceFile } from '../leasehold.ts';
import { readYaml } from '../yaml/read-yaml.ts';

/**
 * Whether a directory with this name, next to the tenant directories, can contain a Platform: no tenant can have the
 * name.
 */
export function canHavePlatform(name: string): boolean {
  return name === 'platform' || /^[^a-z0-9.]/.test(name);
}

/** The directories above a path in the repository, the nearest first, up to the root, which is the empty string. */
export function directoriesAbove(path: string): readonly string[] {
  const steps = path === '' ? [] : path.split('/');
  return steps.map((_, index) => steps.slice(0, steps.length - 1 - index).join('/'));
}

/**
 * Returns the files that decide which tenant owns the files in `read`. A candidate consists of the files of one directory. They
 * are returned if their Platform sets directoryPerTenant and a file in `read` is in the Platform's directory or in a tenant's
 * directory. They are also returned if a file with directoryPerTenant has an error, so that the error is reported. All paths
 * start at the same directory.
 */
export function decidingFiles(
  read: readonly SourceFile[],
  candidates: readonly (readonly SourceFile[])[],
): readonly SourceFile[] {
  return candidates.filter((files) => files.some(hasPlatform) && decides(files, read)).flat();
}

/** Whether a file might contain a Platform. A cheap test, because most directories with such a name are not leasehold's. */
export function hasPlatform(file: SourceFile): boolean {
  return 'unreadable' in file || /\bPlatform\b/.test(file.text);
}

/**
 * The directories and files that might contain a Platform: those directly in the first of `folders` that contains them. All
 * paths start at the same directory.
 */
export function platformPlaces(
  candidates: readonly (readonly SourceFile[])[],
  folders: readonly string[],
): readonly string[] {
  const paths = candidates.flatMap((files) => files.filter(hasPlatform).map(({ path }) => path));
  const placeOf = (path: string) => {
    const folder = folders.find((one) => path.startsWith(below(one, '/'))) ?? '';
    const start = folder === '' ? 0 : folder.length + 1;
    return path.slice(0, start) + path.slice(start).split('/')[0];
  };
  return [...new Set(paths.map(placeOf))];
}

function decides(files: readonly SourceFile[], read: readonly SourceFile[]): boolean {
  const authority = authorityOf(files);
  // A .no-tenants file applies to every tenant of its directory.
  const subjectOf = (path: string) => (isNoTenants(path) ? posix.join(path, '../any/tenant.yaml') : path);
  const isDecided = ({ path }: SourceFile) => ['tenant', 'platform'].includes(authority(subjectOf(path)).sort);
  return read.some(isDecided) || hasInvalidLayout(files);
}

/** Whether a file with an error sets directoryPerTenant. */
function hasInvalidLayout(files: readonly SourceFile[]): boolean {
  const mentioning = files.filter(
    (file) => 'text' in file && /directoryPerTenant/.test(file.text) && !isOfSchemas(file.text),
  );
  if (mentioning.length === 0) return false;
  const wrong = new Set(load(files).problems.flatMap((problem) => (isError(problem) ? [problem.origin.file] : [])));
  return authorityOf(files)('').sort === 'open' && mentioning.some(({ path }) => wrong.has(path));
}

/** Whether a file contains only CustomResourceDefinitions. The one of the Platform contains the names of its fields. */
function isOfSchemas(text: string): boolean {
  const read = readYaml(text);
  return read.ok && read.bodies.every((body) => textAt(body, 'kind') === 'CustomResourceDefinition');
}

/**
 * Converts paths relative to the root of the repository to paths for a reader in the directory `here`. If all files are below
 * `here`, their paths start there. Otherwise, they start with `up`, the path from `here` to the root, so that all paths start
 * at the same directory.
 */
export function shownFrom(files: readonly SourceFile[], here: string, up: string): readonly SourceFile[] {
  const inner = here === '' ? '' : `${here}/`;
  return files.every(({ path }) => path.startsWith(inner))
    ? files.map((file) => ({ ...file, path: file.path.slice(inner.length) }))
    : files.map((file) => ({ ...file, path: posix.join(up, file.path) }));
}

/** The path below another one, as Git and the readers write it. */
export function below(directory: string, path: string): string {
  return directory === '' ? path : posix.join(directory, path);
}
