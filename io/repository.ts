import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { inCheckoutOf } from './checkout-root.ts';
import { readRevision } from './git.ts';
import { originOf } from './git-facts.ts';
import { type GitEnvironment, git } from './git-process.ts';

/** A commit, as `git log` lists it. */
export interface CommitFacts {
  readonly sha: string;
  readonly author: string;
  /** RFC 3339. */
  readonly date: string;
  readonly subject: string;
  /** The pull request or merge request in the message, as `#12` or `!12`. */
  readonly request: string | undefined;
}

/** The Git repository that a directory is in. */
export interface Repository {
  /** Absolute, with links followed. */
  readonly root: string;
  /** Selects the repository for git. */
  readonly environment: GitEnvironment;
  /** The checked-out commit; undefined before the first commit. */
  readonly head: string | undefined;
  /** The checked-out branch; undefined without one. */
  readonly branch: string | undefined;
  /** The URL of the remote repository `origin`. */
  readonly origin: string | undefined;
  /** The first-parent commits that change something below the directory, newest first. */
  readonly commits: (limit: number) => readonly CommitFacts[];
  /** The files of a commit that a read of the directory would return. Paths are absolute. */
  readonly filesAt: (sha: string) => ReturnType<typeof readRevision>;
}

/** The absolute path of a directory, with links followed. */
export function realDirectory(directory: string): string {
  return realpathSync(resolve(directory));
}

/** A path from the root of a repository, with forward slashes. */
export function pathFrom(root: string, path: string): string {
  return (isAbsolute(path) ? relative(root, path) : path).split(sep).join('/');
}

/** Opens the repository of a directory, which must be absolute, with links followed. Undefined outside a repository. */
export function openRepository(directory: string): Repository | undefined {
  const found = git([...inCheckoutOf(directory), 'rev-parse', '--absolute-git-dir', '--show-toplevel']);
  const [gitDir = '', top = ''] = found.ok ? found.out.toString().split('\n') : [];
  if (top === '') return undefined;
  const environment = { GIT_DIR: gitDir, GIT_WORK_TREE: top };
  const read = (...args: readonly string[]) => {
    const answer = git(args, environment);
    return answer.ok ? answer.out.toString().trim() || undefined : undefined;
  };
  const root = realpathSync(top);
  const path = pathFrom(root, directory);
  return {
    root,
    environment,
    head: read('rev-parse', '--verify', '--quiet', 'HEAD^{commit}'),
    branch: read('symbolic-ref', '--quiet', '--short', 'HEAD'),
    origin: originOf(directory),
    commits: (limit) => readLog(environment, { branch: 'HEAD', paths: path === '' ? [] : [path], limit }),
    filesAt: (sha) => readRevision(sha, join(top, path), environment),
  };
}

export interface Log {
  readonly branch: string;
  readonly paths: readonly string[];
  readonly limit: number;
}

/** The limit of a commit in bytes. Only the ID and the date of a larger commit are read. */
const maxCommit = 64 * 1024;

/** The time that Git prints for a date that it cannot represent. */
const epoch = '1970-01-01T00:00:00+00:00';

/** The first-parent commits of a branch that change one of the paths, newest first. Without paths, all commits. */
export function readLog(environment: GitEnvironment, log: Log): readonly CommitFacts[] {
  const dates = new Map(datesIn(environment, log));
  const small = smallCommits(environment, [...dates.keys()]);
  const format = '%H%x1f%an%x1f%s%x1f%b';
  const facts = new Map(
    recordsOf(environment, ['log', '--no-walk=unsorted', '--stdin', `--format=${format}`], small).map(
      ([sha = '', author = '', subject = '', body = '']) =>
        [sha, { author, subject, request: requestIn(subject, body) }] as const,
    ),
  );
  const large = { author: '', subject: `(a commit of more than ${maxCommit / 1024} KiB)`, request: undefined };
  return [...dates].map(([sha, date]) => ({ sha, date, ...(facts.get(sha) ?? large) }));
}

/** The dates of commits. Paths are lines of the input, because the size of arguments is limited. */
function datesIn(environment: GitEnvironment, { branch, paths, limit }: Log): readonly (readonly [string, string])[] {
  const readable = paths.filter((path) => !/[\r\n]/.test(path));
  if (readable.length === 0 && paths.length > 0) return [];
  const options = ['--first-parent', `--max-count=${limit}`, '--format=%H%x1f%aI', '--stdin'];
  const records = recordsOf(environment, ['log', ...options], [branch, '--', ...readable]);
  return records.map(([sha = '', date = '']) => [sha, Number.isNaN(Date.parse(date)) ? epoch : date] as const);
}

function smallCommits(environment: GitEnvironment, commits: readonly string[]): readonly string[] {
  const checked = git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], environment, commits.join('\n'));
  const lines = checked.ok ? checked.out.toString().trim().split('\n') : [];
  return lines.flatMap((line) => {
    const [sha = '', size = ''] = line.split(' ');
    return Number(size) <= maxCommit && size !== '' ? [sha] : [];
  });
}

/** The fields of each record that git lists. Without input, git would list the commits of HEAD. */
function recordsOf(
  environment: GitEnvironment,
  [command = '', ...options]: readonly string[],
  input: readonly string[],
): readonly (readonly string[])[] {
  if (input.length === 0) return [];
  const args = ['--literal-pathspecs', command, '--no-show-signature', '--no-color', '-z', ...options];
  const listed = git(args, environment, `${input.join('\n')}\n`);
  if (!listed.ok) return [];
  const records = listed.out.toString().split('\0');
  return records.map((record) => record.split('\x1f')).filter(([sha]) => sha !== undefined && sha.trim() !== '');
}

/** Forges name the request in the subject, or in a line of the body: `See merge request corp/tenants!12`. */
function requestIn(subject: string, body: string): string | undefined {
  const named = /\(([#!]\d+)\)(?: from |$)|^Merge pull request (#\d+)/.exec(subject);
  return named?.[1] ?? named?.[2] ?? /^See merge request \S*(!\d+)$/m.exec(body)?.[1];
}
