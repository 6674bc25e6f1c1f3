import { type ExecFileException, execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { limits } from '../../data/limits.ts';
import { readRevision } from '../../io/git.ts';
import { type NewCommit, writeCommit } from '../../io/git-commit.ts';
import { type GitEnvironment, git, gitError, gitSettings } from '../../io/git-process.ts';
import { type CommitFacts, pathFrom, readLog } from '../../io/repository.ts';
import type { SourceFile } from '../../leasehold.ts';

/** The text of a file, unless the file exceeds a limit. */
export type FileText = { readonly text: string } | { readonly isTooLarge: true };

/** The repository of the tenants. Paths are relative to its root. */
export interface TenantRepository {
  /** The directory of the tenants. */
  readonly directory: string;
  /** The commit of the branch. */
  readonly head: () => string | undefined;
  /** The state of the branch with a SHA of at least 7 digits, or the newest one at a time. */
  readonly resolve: (at: string) => string | undefined;
  readonly filesAt: (sha: string) => readonly SourceFile[];
  /**
   * First-parent commits that change the directory or, if given, one of the files, newest first. They begin at the branch or,
   * if given, at a commit.
   */
  readonly commits: (limit: number, files?: readonly string[], from?: string) => readonly CommitFacts[];
  /** The blob IDs of files; undefined for a missing file. */
  readonly blobs: (sha: string, paths: readonly string[]) => readonly (string | undefined)[];
  /** Whether the clone has a commit. */
  readonly has: (sha: string) => boolean;
  /** Reads the commits of pull requests, which can be millions, without blocking. False if this takes too long. */
  readonly isAncestor: (older: string, newer: string) => Promise<boolean>;
  /**
   * Whether a commit is the head of a branch or one of its first-parent ancestors. The other commits of a merged pull request
   * were never a state of the branch, and nobody reviewed them as one.
   */
  readonly isState: (sha: string, head: string) => boolean;
  readonly write: (commit: NewCommit) => string;
  /** The files that differ between two commits. */
  readonly changedFiles: (older: string, newer: string) => readonly string[];
  /** Protects a commit from garbage collection. Without a commit, ends the protection. */
  readonly keep: (name: string, sha: string | undefined) => void;
  /** Creates, moves or, without a commit, deletes a local branch. */
  readonly setBranch: (name: string, sha: string | undefined) => void;
  readonly hasBranch: (name: string) => boolean;
  /**
   * A file in a commit, of at most `most` bytes: by default, the limit of input files. Undefined for a missing file. A file that
   * the clone lacks is too large.
   */
  readonly textOf: (sha: string, path: string, most?: number) => FileText | undefined;
  /** Runs a git command that uses the network, without blocking. Rejects with git's message. */
  readonly remote: (args: readonly string[]) => Promise<string>;
}

export interface Place {
  readonly environment: GitEnvironment;
  readonly root: string;
  /** `HEAD`, or `refs/remotes/origin/main`. */
  readonly branch: string;
  readonly directory: string;
  /** Settings with credentials, for commands that use the network. */
  readonly access?: GitEnvironment;
}

const run = promisify(execFile);

export function openTenantRepository({ environment, root, branch, directory, access = {} }: Place): TenantRepository {
  const read = (...args: readonly string[]) => {
    const done = git(args, environment);
    return done.ok ? done.out.toString().trim() : undefined;
  };
  const head = () => read('rev-parse', '--verify', '--quiet', `${branch}^{commit}`) || undefined;
  const setReference = (name: string, sha: string | undefined) =>
    void (sha === undefined ? read('update-ref', '-d', name) : read('update-ref', name, sha));
  // `merge-base` would also read the commits of pull requests, which can be millions.
  const isState = (sha: string, tip: string) =>
    read('rev-list', '--first-parent', tip)?.split('\n').includes(sha) === true;
  return {
    directory,
    head,
    has: (sha) => read('cat-file', '-e', `${sha}^{commit}`) !== undefined,
    isAncestor: (older, newer) => succeeds(runGit(['merge-base', '--is-ancestor', older, newer], environment)),
    isState,
    resolve: (at) => resolveAt(at, { read, branch, isState }),
    filesAt: (sha) => filesAt(sha, { environment, root, branch, directory }),
    commits: (limit, files, from = branch) => {
      const paths = (files ?? [directory]).filter((path) => path !== '');
      return files?.length === 0 ? [] : readLog(environment, { branch: from, limit, paths });
    },
    blobs: (sha, paths) => paths.map((path) => read('rev-parse', '--verify', '--quiet', `${sha}:${path}`) || undefined),
    write: (commit) => writeCommit(commit, environment),
    changedFiles: (older, newer) => {
      const found = git(['diff-tree', '-r', '-z', '--no-renames', '--name-only', older, newer, '--'], environment);
      if (!found.ok) throw gitError(found.message);
      return found.out.toString().split('\0').slice(0, -1);
    },
    keep: (name, sha) => setReference(`refs/leasehold/${name}`, sha),
    setBranch: (name, sha) => setReference(`refs/heads/${name}`, sha),
    hasBranch: (name) => read('rev-parse', '--verify', '--quiet', `refs/heads/${name}`) !== undefined,
    textOf: (sha, path, most = limits.bytes) => fileText(`${sha}:${path}`, most, environment),
    remote: (args) => runGit(args, { ...environment, ...access }),
  };
}

async function succeeds(action: Promise<unknown>): Promise<boolean> {
  return action.then(
    () => true,
    () => false,
  );
}

type Read = (...args: readonly string[]) => string | undefined;

interface Resolving {
  readonly read: Read;
  readonly branch: string;
  readonly isState: TenantRepository['isState'];
}

/** Whether a text is an RFC 3339 date or time. Git reads a text that it cannot parse as the current time. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text));
}

function resolveAt(at: string, { read, branch, isState }: Resolving): string | undefined {
  if (isTime(at)) {
    // Git adds the current time of day to a date.
    const time = at.includes('T') ? at : `${at}T00:00:00Z`;
    return read('rev-list', '-1', '--first-parent', `--before=${time}`, branch) || undefined;
  }
  if (!/^[0-9a-f]{7,40}$/.test(at)) return undefined;
  const sha = read('rev-parse', '--verify', '--quiet', `${at}^{commit}`);
  return sha !== undefined && sha !== '' && isState(sha, branch) ? sha : undefined;
}

/** The files of tenants in a commit. Throws if git cannot read the commit. */
function filesAt(sha: string, { environment, root, directory }: Place): readonly SourceFile[] {
  const found = readRevision(sha, join(root, directory), environment);
  if (!found.ok && found.why === 'unreadable') throw gitError(found.message);
  return found.ok ? found.files.map((file) => ({ ...file, path: pathFrom(root, file.path) })) : [];
}

/** Reads the size first, because an earlier version of a file can have any size. */
function fileText(name: string, most: number, environment: GitEnvironment): FileText | undefined {
  const size = git(['cat-file', '-s', name], environment);
  const isListed = size.ok || git(['rev-parse', '--verify', '--quiet', name], environment).ok;
  if (!isListed) return undefined;
  if (!size.ok || Number(size.out.toString()) > most) return { isTooLarge: true };
  const found = git(['cat-file', 'blob', name], environment);
  return found.ok ? { text: found.out.toString() } : undefined;
}

/** The timeout of a command that does not block, in milliseconds. */
const timeLimit = 60_000;

async function runGit(args: readonly string[], environment: GitEnvironment): Promise<string> {
  const env = { ...process.env, ...gitSettings, ...environment };
  try {
    const { stdout, stderr } = await run('git', args, { env, timeout: timeLimit, maxBuffer: 64 * 1024 ** 2 });
    return `${stdout}${stderr}`;
  } catch (error) {
    const { stderr = '', message, killed, code } = error as ExecFileException;
    const isLate = killed && code === null;
    throw new Error(isLate ? `git needs more than ${timeLimit / 1000} seconds` : stderr.trim() || message);
  }
}
