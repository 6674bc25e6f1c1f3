import { resolve } from 'node:path';
import { inCheckoutOf } from './checkout-root.ts';
import { type CommitMetadata, commitMetadata } from './git-history.ts';
import { type GitEnvironment, git } from './git-process.ts';
import { branchesFirst, commitIn } from './git-revision.ts';

/** The newest common ancestor of two revisions; undefined if there is none, or if a revision is unknown. */
export function mergeBase(one: string, other: string): string | undefined {
  const first = commitIn(branchesFirst(one));
  const second = first && commitIn(branchesFirst(other));
  if (first === undefined || second === undefined) return undefined;
  const found = git(['merge-base', first, second]);
  return found.ok ? found.out.toString().trim() : undefined;
}

/** Why the working directory has no revision, as a clause. Undefined if it has one. */
export function repositoryProblem(environment: GitEnvironment = {}): string | undefined {
  const found = git(['rev-list', '--max-count=1', '--all'], environment);
  if (found.ok) return found.out.length === 0 ? 'the Git repository has no commits yet' : undefined;
  const isOutside = found.message.startsWith('fatal: not a git repository');
  return isOutside ? 'this directory is not in a Git repository' : found.message;
}

/** The URL of the remote repository `origin`; undefined without one, or outside a repository. */
export function originOf(directory: string): string | undefined {
  const found = git([...inCheckoutOf(directory), 'remote', 'get-url', 'origin']);
  return found.ok ? found.out.toString().trim() : undefined;
}

/** A commit, in the form in which a render records its source. */
export interface SourceCommit {
  readonly drySha: string;
  readonly commit: CommitMetadata | undefined;
}

/** The checked-out commit. Undefined if the directories differ from it or are not in a repository. */
export function commitOf(directories: readonly string[]): SourceCommit | undefined {
  const [first = '.'] = directories;
  const paths = directories.map((directory) => resolve(directory));
  const repository = inCheckoutOf(first);
  const changes = git([...repository, 'status', '--porcelain', '--', ...paths]);
  const head = git([...repository, 'rev-parse', '--verify', '--quiet', 'HEAD']);
  if (!changes.ok || !head.ok || changes.out.length > 0) return undefined;
  const drySha = head.out.toString().trim();
  return { drySha, commit: commitMetadata(drySha, repository) };
}
