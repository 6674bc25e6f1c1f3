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

/** The tenants of an application: the files in its directory `tenants` or, when it has none, in its own directory. */
export function readTenants(cwd: string, ports: Ports): Outcome<readonly SourceFile[]> {
  const inner = join(cwd, 'tenants');
  const folder = ports.kindOf(inner) === 'directory' ? inner : cwd;
  if (!ports.isWithin(folder, repositoryRoot(cwd, ports)))
    return refuse('make tenants a directory: it is a link that leaves the repository');
  const files = ports.readTree(folder).map((file) => ({ ...file, path: file.path.slice(cwd.length + 1) }));
  return files.length > 0 ? fine(files) : refuse('put .yaml files into the directory tenants of the application');
}
