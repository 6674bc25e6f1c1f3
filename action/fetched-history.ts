import type { RevisionFiles } from '../io/git.ts';
import type { SourceFile } from '../leasehold.ts';
import type { ActionRun } from './action-run.ts';
import { approvalsPath } from './approvals.ts';
import { gitErrorText } from './git-error.ts';

/** The maximum number of commits to search. */
const maxCommits = 100;

/**
 * A commit and its nearest first-parent ancestors, newest first. Only the commit itself if its history cannot be
 * fetched.
 */
export function firstParents(run: ActionRun, commit: string): readonly string[] {
  const remote = run.remote();
  const fetched = remote.fetch(commit, maxCommits + 1);
  if (!fetched.ok) return [commit];
  return run.ports.history.firstParents(commit, maxCommits + 1, remote.environment);
}

/** Commits in order. If `hasStart` is false, the changes of the first commit are unknown. */
export interface CommitRange {
  readonly commits: readonly string[];
  readonly hasStart: boolean;
}

/**
 * The commits after `from` in the first-parent history of `to` that change tenants or approvals, oldest first. If that
 * history does not contain `from`, the commits after their merge base. Always includes `to`. Contains only `to` if the
 * start is too far back or unknown.
 */
export async function commitsBetween(run: ActionRun, from: string, to: string): Promise<CommitRange> {
  const line = firstParents(run, to);
  const start = line.includes(from) ? from : await run.github().mergeBase(from, to);
  const end = start === undefined ? -1 : line.indexOf(start);
  const between = end < 0 ? [] : line.slice(0, end + 1).reverse();
  const prints = between.map((commit) => fingerprint(run, commit));
  const changing = between.filter((commit, index) => index > 0 && commit !== to && prints[index] !== prints[index - 1]);
  return { commits: [...changing, to], hasStart: end > 0 };
}

function fingerprint({ ports: { history }, remote, inputs: { path } }: ActionRun, commit: string): string {
  const of = (folder: string) => history.sourcesFingerprint(commit, folder, remote()) ?? '';
  return `${of(path)}\0${of(approvalsPath(path))}`;
}

/** The input files of a commit below a path. Empty if the commit or its files cannot be fetched or read. */
export function readFetched(run: ActionRun, commit: string, path: string): readonly SourceFile[] {
  return fetchFiles(run, commit, path) ?? [];
}

/** The input files of a commit below a path. Undefined if the commit or its files cannot be fetched or read. */
export function fetchFiles(run: ActionRun, commit: string, path: string): readonly SourceFile[] | undefined {
  const revision = readCommit(run, commit, path);
  if (revision.ok) return revision.files;
  return revision.why === 'no-files' ? [] : undefined;
}

/** Reads a commit from the checkout, and fetches missing data from the server. */
export function readCommit(run: ActionRun, commit: string, path: string): RevisionFiles {
  const { history } = run.ports;
  if (!history.isPartial() && history.resolve(commit) !== undefined) return history.read(commit, path);
  const remote = run.remote();
  const fetched = remote.fetch(commit);
  const contents = fetched.ok ? history.fetchSources(commit, path, remote) : fetched;
  if (contents.ok) return history.read(commit, path, remote.environment);
  return { ok: false, why: 'unreadable', message: gitErrorText(`${commit} cannot be fetched`, contents, 'read') };
}
