import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isTransient,
  pauseSync,
  type RemoteAddress,
  type RemoteResult,
  remoteConfig,
  toResult,
} from './git-network.ts';
import { catFile, type GitEnvironment, type GitResult, git, gitError } from './git-process.ts';
import { fastImportStream, type TreeChange } from './git-stream.ts';

/** A repository on a server, accessed through a temporary bare repository so that no checkout changes. */
export interface Remote {
  /** The head commits of the branches that exist. */
  heads(branches: readonly string[]): RemoteResult<ReadonlyMap<string, string>>;
  /**
   * Fetches a commit with a history of `depth` commits, without the contents of its files. Does nothing if the
   * temporary repository has the commit and `depth` is 1.
   */
  fetch(commit: string, depth?: number): RemoteResult<undefined>;
  /** Fetches the contents of files that neither the checkout nor the temporary repository has. */
  fetchBlobs(blobs: readonly string[]): RemoteResult<undefined>;
  /** Environment for git commands that need the fetched objects and the objects of the checkout. */
  readonly environment: GitEnvironment;
  /** Creates a commit with these changes and pushes it to a hidden ref whose last part starts with `name`. */
  pushTree(change: TreeChange, name: string): RemoteResult<PushedTree>;
  /** Deletes a ref; with a commit, only if the ref still points to it. */
  deleteRef(ref: string, at?: string): RemoteResult<undefined>;
  /** Removes the temporary repository and the remaining hidden refs. */
  close(): void;
}

export interface PushedTree {
  readonly tree: string;
  readonly ref: string;
}

/** Opens a repository on a server. */
export function openRemote(address: RemoteAddress): Remote {
  const folder = temporaryRepository();
  const own = { GIT_DIR: folder, ...remoteConfig(address) };
  const run: GitCommand = (args, input = '') => retried(() => git(args, own, input));
  const environment = { GIT_DIR: folder, ...alternates() };
  const staged = new Set<string>();
  const deleteRef = (ref: string, at?: string) => {
    staged.delete(ref);
    const lease = at === undefined ? [] : [`--force-with-lease=${ref}:${at}`];
    return toResult(run(['push', '--quiet', ...lease, 'origin', `:${ref}`]), () => undefined);
  };
  const close = () => {
    for (const ref of staged) deleteRef(ref);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  return {
    environment,
    heads: (branches) =>
      toResult(run(['ls-remote', 'origin', ...branches.map((name) => `refs/heads/${name}`)]), readHeads),
    fetch: (commit, depth = 1) => {
      // This environment lacks the configuration of the remote, with which git would fetch a missing commit.
      const isKnown = depth === 1 && git(['cat-file', '-e', `${commit}^{commit}`], { GIT_DIR: folder }).ok;
      return isKnown ? { ok: true, value: undefined } : fetchCommit(run, commit, depth);
    },
    fetchBlobs: (blobs) => fetchMissing(run, environment, blobs),
    // A random suffix, because the jobs of a run share its number and delete only their own ref.
    pushTree: (change, name) => {
      const ref = `refs/leasehold/${name}-${randomUUID()}`;
      staged.add(ref);
      return stage(run, change, ref);
    },
    deleteRef,
    close: () => {
      process.off('exit', close);
      close();
    },
  };
}

/** A bare repository with the object format of the checkout. */
function temporaryRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-git-'));
  const format = git(['rev-parse', '--show-object-format']);
  const objectFormat = format.ok ? format.out.toString().trim() : 'sha1';
  const made = git(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`, folder]);
  if (!made.ok) throw gitError(made.message);
  return folder;
}

type GitCommand = (args: readonly string[], input?: string | Uint8Array) => GitResult;

/** Milliseconds before each retry after a temporary failure of the server. */
const pauses = [500, 2000, 5000];

function retried(command: () => GitResult): GitResult {
  let result = command();
  for (const pause of pauses) {
    if (result.ok || !isTransient(result.message)) return result;
    pauseSync(pause);
    result = command();
  }
  return result;
}

/** Fetches trees without blobs: a repository can be large, and only a few of its files are needed. */
function fetchCommit(run: GitCommand, commit: string, depth: number): RemoteResult<undefined> {
  return toResult(run([...fetchCommand, '--filter=blob:none', `--depth=${depth}`, 'origin', commit]), () => undefined);
}

const fetchCommand = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'] as const;

function fetchMissing(run: GitCommand, environment: GitEnvironment, blobs: readonly string[]): RemoteResult<undefined> {
  const check = git(['cat-file', '--batch-check'], environment, blobs.map((blob) => `${blob}\n`).join(''));
  if (!check.ok) return toResult(check, () => undefined);
  const missing = [...check.out.toString().matchAll(/^([0-9a-f]+) missing$/gm)].map(([, blob]) => blob);
  if (missing.length === 0) return { ok: true, value: undefined };
  // The options that git itself uses to fetch missing objects: only the requested objects, without related ones.
  const options = ['--filter=blob:none', '--recurse-submodules=no', '--stdin'];
  const args = ['-c', 'fetch.negotiationAlgorithm=noop', ...fetchCommand, 'origin', ...options];
  return toResult(run(args, `${missing.join('\n')}\n`), () => undefined);
}

/** Read access to the objects of the checkout, which may be a shallow clone. */
function alternates(): GitEnvironment {
  const path = git(['rev-parse', '--path-format=absolute', '--git-path', 'objects']);
  return path.ok ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(path.out.toString().trim()) } : {};
}

function readHeads(out: string): ReadonlyMap<string, string> {
  const lines = out.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [commit = '', ref = ''] = line.split('\t');
      return [ref.replace('refs/heads/', ''), commit] as const;
    }),
  );
}

function stage(run: GitCommand, change: TreeChange, ref: string): RemoteResult<PushedTree> {
  const imported = run(['fast-import', '--quiet', '--force'], fastImportStream(change, ref));
  const pushed = imported.ok ? run(['push', '--quiet', 'origin', `+${ref}:${ref}`]) : imported;
  const named = pushed.ok ? run(['rev-parse', `${ref}^{tree}`]) : pushed;
  return toResult(named, (out) => ({ tree: out.trim(), ref }));
}

/** A file of a commit: its Git mode and blob name. */
export interface TreeFile {
  readonly mode: string;
  readonly blob: string;
}

/** The files of a commit below a folder, or all files, by path from the root of the repository. */
export function listFiles(commit: string, folder: string, environment: GitEnvironment): ReadonlyMap<string, TreeFile> {
  const paths = folder === '' || folder === '.' ? [] : ['--', `${folder}/`];
  const listing = git(['ls-tree', '-r', '-z', '--full-tree', commit, ...paths], environment);
  if (!listing.ok) throw gitError(listing.message);
  const files = new Map<string, TreeFile>();
  for (const line of listing.out.toString().split('\0')) {
    const found = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
    if (found) files.set(found[3] as string, { mode: found[1] as string, blob: found[2] as string });
  }
  return files;
}

/** The texts of blobs, by blob name. */
export function readTexts(blobs: readonly string[], environment: GitEnvironment): ReadonlyMap<string, string> {
  const read = catFile([...new Set(blobs)], environment);
  if (!read.ok) throw gitError(read.message);
  return new Map([...read.blobs].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}
