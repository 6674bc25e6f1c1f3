import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
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

/** Undefined for a directory outside of Git. The directory is absolute, with links followed. */
export function openRepository(directory: string): Repository | undefined {
  const found = git(['-C', directory, 'rev-parse', '--absolute-git-dir', '--show-toplevel']);
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
    commits: (limit) => readLog(read, { branch: 'HEAD', paths: path === '' ? [] : [path], limit }),
    filesAt: (sha) => readRevision(sha, join(top, path), environment),
  };
}

type Read = (...args: readonly string[]) => string | undefined;

export interface Log {
  readonly branch: string;
  readonly paths: readonly string[];
  readonly limit: number;
}

/** The first-parent commits of a branch that change one of the paths, newest first. All commits for no paths. */
export function readLog(read: Read, { branch, paths, limit }: Log): readonly CommitFacts[] {
  const format = '--format=%H%x1f%an%x1f%aI%x1f%s%x1f%b';
  const options = ['--first-parent', '--no-show-signature', '--no-color', '-z', `--max-count=${limit}`, format];
  const log = read('--literal-pathspecs', 'log', ...options, branch, '--', ...paths) ?? '';
  return log.split('\0').flatMap((line) => {
    const [sha = '', author = '', date = '', subject = '', body = ''] = line.split('\x1f');
    return sha === '' ? [] : [{ sha, author, date, subject, request: requestIn(subject, body) }];
  });
}

/** Forges name the request in the subject, or in a line of the body: `See merge request corp/tenants!12`. */
function requestIn(subject: string, body: string): string | undefined {
  const named = /\(([#!]\d+)\)(?: from |$)|^Merge pull request (#\d+)/.exec(subject);
  return named?.[1] ?? named?.[2] ?? /^See merge request \S*(!\d+)$/m.exec(body)?.[1];
}
