import type { ActionRun } from './action-run.ts';
import { branchOf } from './event.ts';

/** Whether a render of this commit may replace an earlier render. `skip` is not an error: a newer run delivers instead. */
export type OverwriteDecision =
  | { readonly action: 'write' }
  | { readonly action: 'skip'; readonly why: string }
  | { readonly action: 'fail'; readonly why: string };

const write: OverwriteDecision = { action: 'write' };

export interface SourceCommits {
  /** The commit that is rendered. */
  readonly source: string;
  /** The source commits of the existing renders. */
  readonly recorded: readonly string[];
  /** The current head of the run's branch; undefined when the run belongs to no branch. */
  readonly sourceHead: string | undefined;
}

/**
 * Prevents an older run from overwriting a newer render. A commit is newer if it descends from the other; times do not
 * matter. A newer run that had nothing to write leaves no record, so this also looks at the branch of the sources.
 */
export async function checkOverwrite(
  run: ActionRun,
  { source, recorded, sourceHead }: SourceCommits,
): Promise<OverwriteDecision> {
  const superseded = sourceHead === undefined ? write : supersededBy(run, source, sourceHead);
  if (superseded.action !== 'write') return superseded;
  for (const earlier of new Set(recorded)) {
    const decision = earlier === source ? write : await compareWithEarlier(run, earlier, { source, sourceHead });
    if (decision.action !== 'write') return decision;
  }
  return write;
}

/** A later commit that changed the tenants has a run of its own, which supersedes this one. */
function supersededBy(run: ActionRun, source: string, sourceHead: string): OverwriteDecision {
  if (source === sourceHead) return write;
  const remote = run.remote();
  const fetched = remote.fetch(sourceHead);
  if (!fetched.ok) return { action: 'fail', why: `${sourceHead} cannot be fetched: ${fetched.message}` };
  const { history } = run.ports;
  const { path } = run.inputs;
  const later = history.sourcesFingerprint(sourceHead, path, remote.environment);
  if (later === history.sourcesFingerprint(source, path)) return write;
  const branch = branchOf(run.ports.event);
  return {
    action: 'skip',
    why: `${branch} is at ${shortSha(sourceHead)}, whose ${path} differs: its own run renders it`,
  };
}

async function compareWithEarlier(
  run: ActionRun,
  earlier: string,
  { source, sourceHead }: Pick<SourceCommits, 'source' | 'sourceHead'>,
): Promise<OverwriteDecision> {
  const status = await run.github().compareCommits(earlier, source);
  if (status === 'ahead' || status === 'identical') return write;
  if (status === 'behind')
    return { action: 'skip', why: `what is there was rendered from ${shortSha(earlier)}, which is newer` };
  if (source === sourceHead) {
    run.ports.runner.log(`${shortSha(earlier)}, rendered before, is no longer in the history of the branch`);
    return write;
  }
  const why = `what is there was rendered from ${shortSha(earlier)}, which is not among the ancestors of ${shortSha(source)}`;
  return { action: 'fail', why: `${why}: it is not clear which is newer. Run on the newest commit of a branch` };
}

function shortSha(commit: string): string {
  return commit.slice(0, 12);
}
