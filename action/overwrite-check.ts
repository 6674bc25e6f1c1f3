import type { ActionRun } from './action-run.ts';
import { gitErrorText } from './git-error.ts';

/**
 * Whether a commit may be rendered. `skip` is not an error: a newer run has already delivered. `renderHead` means that the
 * head of the source branch must be rendered instead.
 */
export type OverwriteDecision =
  | { readonly action: 'write' }
  | { readonly action: 'renderHead'; readonly head: string; readonly why: string }
  | { readonly action: 'skip'; readonly why: string }
  | { readonly action: 'fail'; readonly why: string };

const write: OverwriteDecision = { action: 'write' };

export interface SourceCommits {
  /** The commit to render. */
  readonly source: string;
  /** The source commits of the existing renders. */
  readonly recorded: readonly string[];
  readonly branch: string;
  /** The current head of the source branch. Undefined if the branch does not exist. */
  readonly head: string | undefined;
}

/**
 * Prevents an older run from overwriting a newer render. The head of the source branch is always the newest commit,
 * even if the history was rewritten. Another commit may be rendered only if the head has the same tenants. Otherwise, the
 * head is rendered instead: it might not have its own run, for example because its message contains `[skip ci]`.
 */
export async function checkOverwrite(run: ActionRun, commits: SourceCommits): Promise<OverwriteDecision> {
  const { source, branch, head } = commits;
  if (head === undefined) return { action: 'fail', why: `the repository has no branch ${branch} to render` };
  if (source === head) return write;
  const fetched = run.remote().fetch(head);
  if (!fetched.ok) return { action: 'fail', why: gitErrorText(`${head} cannot be fetched`, fetched) };
  if (hasSameTenants(run, source, head)) return unlessRendered(run, { ...commits, head }, write);
  if (await isAncestor(run, source, head)) {
    const why = `the tenants changed in a later commit of ${branch}, ${shortSha(head)}, so this run renders that commit`;
    return unlessRendered(run, { ...commits, head }, { action: 'renderHead', head, why });
  }
  const why = `${shortSha(source)} is not in the history of ${branch}, which is at ${shortSha(head)}`;
  return { action: 'fail', why: `${why}, so nothing is committed: check out the newest commit of ${branch}` };
}

function hasSameTenants({ ports: { history }, inputs: { path }, remote }: ActionRun, source: string, head: string) {
  const found = history.sourcesFingerprint(head, path, remote());
  return found !== undefined && found === history.sourcesFingerprint(source, path, remote());
}

/** Skips if a later commit of the branch is already rendered, for example by another version of leasehold. */
async function unlessRendered(
  run: ActionRun,
  { source, recorded, head }: SourceCommits & { readonly head: string },
  decision: OverwriteDecision,
): Promise<OverwriteDecision> {
  for (const earlier of new Set(recorded)) {
    const isLater =
      earlier !== source && (await isAncestor(run, source, earlier)) && (await isAncestor(run, earlier, head));
    if (isLater)
      return { action: 'skip', why: `the branch already contains the render of ${shortSha(earlier)}, which is newer` };
  }
  return decision;
}

async function isAncestor(run: ActionRun, old: string, young: string): Promise<boolean> {
  if (old === young) return true;
  return (await run.github().compareCommits(old, young)) === 'ahead';
}

function shortSha(commit: string): string {
  return commit.slice(0, 12);
}
