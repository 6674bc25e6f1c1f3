import { basename, dirname, join } from 'node:path';
import type { SourceFile } from '../core/index.ts';
import { fine, type Outcome, refuse } from './fault.ts';
import type { Ports } from './ports.ts';

/** Argo CD's plugin server unpacks each call's repository into a fresh directory in one of this name. */
const workFolder = '_cmp_server';

/**
 * The root of the copy of the repository: the directory that the plugin server made, else the nearest one with .git
 * (which is usually left out of the copy), else the application's own directory. Nothing outside it is read.
 */
export function repositoryRoot(cwd: string, { kindOf }: Pick<Ports, 'kindOf'>): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const parent = dirname(folder);
    if (basename(parent) === workFolder || kindOf(join(folder, '.git')) !== 'nothing') return folder;
    if (parent === folder) return cwd;
  }
}

/**
 * The tenants of an application: the files in its directory `tenants` or, when it has none, in its own directory; and
 * those of the directory that the parameter `shared` names from there. Paths begin at the repository's root.
 */
export function readTenants(cwd: string, ports: Ports, shared?: string): Outcome<readonly SourceFile[]> {
  const root = repositoryRoot(cwd, ports);
  const inner = join(cwd, 'tenants');
  const own = ports.kindOf(inner) === 'directory' ? inner : cwd;
  if (!ports.isWithin(own, root)) return refuse('make tenants a directory: it is a link that leaves the repository');
  const besides = shared === undefined ? fine([]) : sharedFolders({ own, path: join(cwd, shared), root }, ports);
  if (!besides.ok) return besides;
  const files = [own, ...besides.value].map((folder) => ports.readTree(folder));
  if (files.some(({ length }) => length === 0))
    return refuse('put .yaml files into the directory tenants of the application');
  return fine(files.flat().map((file) => ({ ...file, path: file.path.slice(root.length + 1) })));
}

interface Folders {
  readonly own: string;
  readonly path: string;
  readonly root: string;
}

/** Two directories apart from each other: a file that is read twice would be told to be there twice. */
function sharedFolders({ own, path, root }: Folders, ports: Ports): Outcome<readonly string[]> {
  if (ports.kindOf(path) !== 'directory' || !ports.isWithin(path, root))
    return refuse('make the parameter shared the path of a directory in the repository, such as ../platform');
  if (ports.isWithin(path, own) || ports.isWithin(own, path))
    return refuse("make the parameter shared a directory beside the application's own: one of them is in the other");
  return fine([path]);
}
