import { basename, dirname, join } from 'node:path';
import { subjectOf } from '../core/kind/authority.ts';
import { type SourceFile, untrustedAuthorOf } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { failure, type Result, success } from './plugin-error.ts';
import type { Ports } from './ports.ts';

/** Argo CD's plugin server unpacks the repository of each call below a directory with this name. */
const workFolder = '_cmp_server';

/**
 * The root of the copy of the repository. It is the first of: the directory that the plugin server created, the nearest
 * directory with .git (which the copy usually lacks), and the application's own directory. The server's directory is the
 * outermost one, because a tenant could also have a directory with that name. The plugin reads nothing outside the root.
 */
export function repositoryRoot(cwd: string, { kindOf }: Pick<Ports, 'kindOf'>): string {
  const above = [...foldersFrom(cwd)];
  const made = above.findLast((folder) => basename(dirname(folder)) === workFolder);
  return made ?? above.find((folder) => kindOf(join(folder, '.git')) !== 'nothing') ?? cwd;
}

/**
 * Whether the application's directory is a link that leads out of the repository. Argo CD resolves links before it calls the
 * plugin. The resolved directory is then not in the copy of the repository, and its path does not end with that of the source.
 */
export function leavesRepository(cwd: string, sourcePath: string | undefined): boolean {
  const isCopy = [...foldersFrom(cwd)].some((folder) => basename(dirname(folder)) === workFolder);
  return !isCopy && sourcePath !== undefined && !join(cwd, '/').endsWith(join('/', sourcePath, '/'));
}

/** The directory and its parents, up to the root of the file system. */
function* foldersFrom(folder: string): Iterable<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* foldersFrom(dirname(folder));
}

/**
 * Reads the input files of an application, with paths relative to the repository's root. Without the parameter `directory`, it
 * reads the directory `tenants`, or the application's own directory if there is no `tenants`, and the Platform's directory
 * above or next to it. With the parameter, it reads the application's own directory, which contains the Platform, and the
 * tenant's directory.
 */
export function readTenantFiles(cwd: string, ports: Ports, directory?: string): Result<readonly SourceFile[]> {
  const root = repositoryRoot(cwd, ports);
  if (directory === undefined) return readAllTenants(cwd, root, ports);
  const folders = platformAndTenantFolders({ own: cwd, directory, path: join(cwd, directory), root }, ports);
  if (!folders.ok) return folders;
  const files: SourceFile[] = [];
  const fromRoot = (file: SourceFile) => ({ ...file, path: file.path.slice(root.length + 1) });
  for (const { folder, error, isNeeded } of folders.value) {
    const authorsIn = () => {
      const authorOf = untrustedAuthorOf(files);
      return (path: string) => authorOf(path.slice(root.length + 1));
    };
    const read = ports.readTree(folder, authorsIn).filter(({ path }) => isNeeded(path.slice(folder.length + 1)));
    if (read.length === 0) return failure(error);
    for (const file of read) files.push(fromRoot(file));
  }
  const attributes = ports.attributesAbove(
    folders.value.map(({ folder }) => folder),
    root,
  );
  return success([...attributes.map(fromRoot), ...files]);
}

interface InputFolder {
  readonly folder: string;
  /** The error to report if the folder has no input file. */
  readonly error: string;
  /** Whether the render needs the file at a path relative to the folder. */
  readonly isNeeded: (path: string) => boolean;
}

function readAllTenants(cwd: string, root: string, ports: Ports): Result<readonly SourceFile[]> {
  const inner = join(cwd, defaultDirectory);
  const folder = ports.kindOf(inner) === 'directory' ? inner : cwd;
  if (!ports.isWithin(folder, root))
    return failure(`${defaultDirectory} is a link that leads out of the repository; replace it with a directory`);
  const files = ports.readTenants(folder, root);
  return files.length > 0
    ? success(files.map((file) => ({ ...file, path: file.path.slice(root.length + 1) })))
    : failure(
        `${withoutFiles(folder === inner)}; add the files of the tenants, or delete the Application with its objects`,
      );
}

function withoutFiles(hasTenants: boolean): string {
  return hasTenants
    ? `the application has no .yaml, .yml or .json files in its directory ${defaultDirectory}`
    : `the application's directory has no .yaml, .yml or .json files, and no directory ${defaultDirectory}`;
}

interface FolderPaths {
  readonly own: string;
  /** The parameter `directory`, and the path that it resolves to. */
  readonly directory: string;
  readonly path: string;
  readonly root: string;
}

/** Rejects nested directories: a file read twice would be reported as a duplicate. */
function platformAndTenantFolders(
  { own, directory, path, root }: FolderPaths,
  ports: Ports,
): Result<readonly InputFolder[]> {
  const isDirectory = ports.kindOf(path) === 'directory' && !ports.isLink(join(dirname(path), basename(path)));
  if (!isDirectory || !ports.isWithin(path, root))
    return failure(
      `the parameter directory is ${directory}, which does not exist, is a link, or is outside the repository; set it to a directory in the repository, such as ../acme`,
    );
  if (ports.isWithin(path, own) || ports.isWithin(own, path))
    return failure(
      "the parameter directory is in the application's own directory, or contains it; set it to a separate directory, such as ../acme",
    );
  // Skips files about other tenants, so that a change to them does not cause a new render.
  const isNotAboutOthers = (file: string) => [undefined, basename(path)].includes(subjectOf(file));
  return success([
    {
      folder: own,
      error: "the application's directory contains no Platform; add the Platform to it",
      isNeeded: isNotAboutOthers,
    },
    {
      folder: path,
      error: `the parameter directory is ${directory}, which contains no .yaml, .yml or .json files; add the tenant's files to it`,
      isNeeded: () => true,
    },
  ]);
}
