import { collectHistory, commitsToRead } from '../console/data/collect-history.ts';
import { type Head, type History, type Snapshot, snapshotFormat } from '../console/data/snapshot.ts';
import { baseName, type SourceFile } from '../core/source/source.ts';
import type { Repository } from '../io/repository.ts';
import { editUrlOf } from './forge.ts';
import type { LocalSite, Ports } from './ports.ts';
import { startProgress } from './progress.ts';
import { readTenantFiles } from './tenants.ts';

type SnapshotResult =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly message: string };

/** The content of a directory for the console. A message states why the directory cannot be read. */
export function snapshotOf(dir: string, ports: Ports): SnapshotResult {
  if (dir === '-') return { ok: false, message: 'the console needs a directory, not standard input' };
  if (ports.files.kindOf(dir) !== 'directory') {
    const wrong = readTenantFiles(dir, ports, startProgress(ports));
    return wrong.ok
      ? { ok: false, message: `the directory ${dir} does not exist, so there are no tenants to show` }
      : wrong;
  }
  const { directory, root, repository } = placeOf(dir, ports);
  const read = readTenantFiles(directory, ports, startProgress(ports));
  if (!read.ok) return { ok: false, message: read.message.replace(directory, () => dir) };
  const files = fromRoot(read.files, root, ports);
  const snapshot = {
    format: snapshotFormat,
    name: baseName(repository ? root : directory),
    directory: ports.site.pathFrom(root, directory),
    head: repository && headOf(repository, files, { root, ports }),
    editUrl: repository && editUrlOf(repository),
    files,
    usage: ports.files.readText(`${directory}/usage.jsonl`),
  } as const;
  return { ok: true, snapshot };
}

/** The earlier versions of the directory. Empty outside of Git. */
export function historyOf(dir: string, ports: Ports): History {
  const { repository, root } = placeOf(dir, ports);
  const progress = startProgress(ports);
  const commits = repository?.commits(commitsToRead) ?? [];
  let done = 0;
  const history = collectHistory(commits, ({ sha }) => {
    progress.step('reading commits', ++done, commits.length);
    const read = repository?.filesAt(sha);
    if (read?.ok) return fromRoot(read.files, root, ports);
    return read?.why === 'no-files' ? [] : undefined;
  });
  progress.end();
  return history;
}

/** What the server of the console needs to know about a directory. */
export function placeFor(dir: string, ports: Ports): Pick<LocalSite, 'directory' | 'repository' | 'files' | 'usage'> {
  const { directory, root, repository } = placeOf(dir, ports);
  const files = () => {
    const read = readTenantFiles(directory, ports, startProgress(ports));
    return read.ok ? fromRoot(read.files, root, ports) : [];
  };
  const usage = () => ports.files.readText(`${directory}/usage.jsonl`);
  return { directory: ports.site.pathFrom(root, directory), repository, files, usage };
}

interface Place {
  readonly directory: string;
  /** The root of the repository or, outside of Git, the parent directory. */
  readonly root: string;
  readonly repository: Repository | undefined;
}

function placeOf(dir: string, { site }: Ports): Place {
  const directory = site.realDirectory(dir);
  const repository = site.openRepository(directory);
  return { directory, repository, root: repository?.root ?? directory.slice(0, directory.lastIndexOf('/')) };
}

function fromRoot(files: readonly SourceFile[], root: string, { site }: Ports): readonly SourceFile[] {
  return files.map((file) => ({ ...file, path: site.pathFrom(root, file.path) }));
}

interface Context {
  readonly root: string;
  readonly ports: Ports;
}

function headOf(
  { head, filesAt }: Repository,
  files: readonly SourceFile[],
  { root, ports }: Context,
): Head | undefined {
  if (head === undefined) return undefined;
  const committed = filesAt(head);
  const isClean = committed.ok && fingerprint(fromRoot(committed.files, root, ports)) === fingerprint(files);
  return { sha: head, isClean };
}

function fingerprint(files: readonly SourceFile[]): string {
  return JSON.stringify(files.map((file) => JSON.stringify(Object.entries(file).sort())).sort());
}
