import { basename, dirname, join } from 'node:path';
import { subjectOf } from '../core/kind/authority.ts';
import type { SourceFile } from '../leasehold.ts';
import { defaultDirectory } from '../shell/default-directory.ts';
import { fine, type Outcome, refuse } from './fault.ts';
import type { Ports } from './ports.ts';

/** Argo CD's plugin server unpacks each call's repository into a fresh directory in one of this name. */
const workFolder = '_cmp_server';

/**
 * The root of the copy of the repository: the directory that the plugin server made, else the nearest one with .git
 * (which is usually left out of the copy), else the application's own directory. Nothing outside it is read.
 */
export function repositoryRoot(cwd: string, { kindOf }: Pick<Ports, 'kindOf'>): string {
  const above = [...foldersFrom(cwd)];
  const made = above.find((folder) => basename(dirname(folder)) === workFolder);
  return made ?? above.find((folder) => kindOf(join(folder, '.git')) !== 'nothing') ?? cwd;
}

/**
 * Whether the application's directory is another than the one that it names. A link is followed before the plugin is
 * called, so this is seen by where it led to: neither the copy of a repository, nor a directory of that path.
 */
export function isElsewhere(cwd: string, sourcePath: string | undefined): boolean {
  const isCopy = [...foldersFrom(cwd)].some((folder) => basename(dirname(folder)) === workFolder);
  return !isCopy && sourcePath !== undefined && !join(cwd, '/').endsWith(join('/', sourcePath, '/'));
}

/** The directory, and those that it lies in, up to the root of the disk. */
function* foldersFrom(folder: string): Iterable<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* foldersFrom(dirname(folder));
}

/**
 * The tenants of an application: the files in its directory `tenants` or, when it has none, in its own directory; or all
 * in its own, which is the Platform's then, and in the tenant's, which the parameter `directory` names from there. Paths
 * begin at the repository's root.
 */
export function readTenants(cwd: string, ports: Ports, directory?: string): Outcome<readonly SourceFile[]> {
  const root = repositoryRoot(cwd, ports);
  const folders =
    directory === undefined
      ? oneFolder(cwd, root, ports)
      : twoFolders({ own: cwd, path: join(cwd, directory), root }, ports);
  if (!folders.ok) return folders;
  const files: SourceFile[] = [];
  for (const { folder, fix, wants } of folders.value) {
    const read = ports.readTree(folder).filter(({ path }) => wants(path.slice(folder.length + 1)));
    if (read.length === 0) return refuse(fix);
    for (const file of read) files.push({ ...file, path: file.path.slice(root.length + 1) });
  }
  return fine(files);
}

interface Folder {
  readonly folder: string;
  /** What to do when it contains no file. */
  readonly fix: string;
  /** Whether a file of the folder, by its path below it, is a part of what is rendered. */
  readonly wants: (path: string) => boolean;
}

function oneFolder(cwd: string, root: string, ports: Ports): Outcome<readonly Folder[]> {
  const inner = join(cwd, defaultDirectory);
  const folder = ports.kindOf(inner) === 'directory' ? inner : cwd;
  return ports.isWithin(folder, root)
    ? fine([
        { folder, fix: `put .yaml files into the directory ${defaultDirectory} of the application`, wants: () => true },
      ])
    : refuse(`make ${defaultDirectory} a directory: it is a link that leaves the repository`);
}

interface Folders {
  readonly own: string;
  readonly path: string;
  readonly root: string;
}

/** Two directories apart from each other: a file that is read twice would be told to be there twice. */
function twoFolders({ own, path, root }: Folders, ports: Ports): Outcome<readonly Folder[]> {
  if (ports.kindOf(path) !== 'directory' || !ports.isWithin(path, root))
    return refuse('make the parameter directory the path of a directory in the repository, such as ../acme');
  if (ports.isWithin(path, own) || ports.isWithin(own, path))
    return refuse("make the parameter directory one beside the application's own: one of them is in the other");
  // Files about other tenants are left unread, so that a change to them renders nothing again.
  const isAboutTenant = (file: string) => [undefined, basename(path)].includes(subjectOf(file));
  return fine([
    {
      folder: own,
      fix: "put the Platform into the application's directory: it holds no .yaml file",
      wants: isAboutTenant,
    },
    {
      folder: path,
      fix: "put the tenant's .yaml files into the directory that the parameter names: it holds none",
      wants: () => true,
    },
  ]);
}
