import type { Answer } from '../io/git-remote.ts';
import type { ActionRun } from './action-run.ts';
import { branchOf } from './event.ts';

/** Whether a render of this commit may take the place of what is there. `late` is no fault: a newer run has it. */
export type Verdict =
  | { readonly may: 'write' }
  | { readonly may: 'skip'; readonly why: string }
  | { readonly may: 'fail'; readonly why: string };

const write: Verdict = { may: 'write' };

export interface Lineage {
  /** The commit that is rendered. */
  readonly source: string;
  /** The commits that the renders already there were made from. */
  readonly recorded: readonly string[];
  /** Where the run's branch is now; undefined when the run is of no branch. */
  readonly sourceHead: string | undefined;
}

/**
 * An older run never overwrites a newer render. Newer is what has the other among its ancestors, whatever the times
 * say. A newer run that found nothing to write left no record, so the branch itself is asked, too.
 */
export async function mayWrite(run: ActionRun, { source, recorded, sourceHead }: Lineage): Promise<Verdict> {
  const superseded = sourceHead === undefined ? write : supersededBy(run, source, sourceHead);
  if (superseded.may !== 'write') return superseded;
  for (const earlier of new Set(recorded)) {
    const verdict = earlier === source ? write : await against(run, earlier, { source, sourceHead });
    if (verdict.may !== 'write') return verdict;
  }
  return write;
}

/** Commits of the branch that came later and changed the tenants have runs of their own. */
function supersededBy(run: ActionRun, source: string, sourceHead: string): Verdict {
  if (source === sourceHead) return write;
  const remote = run.remote();
  const fetched = remote.fetch(sourceHead);
  if (!fetched.ok) return { may: 'fail', why: `${sourceHead} cannot be fetched: ${fetched.message}` };
  const { history } = run.ports;
  const { path } = run.inputs;
  const later = history.sourcesAt(sourceHead, path, remote.place);
  if (later === history.sourcesAt(source, path)) return write;
  const branch = branchOf(run.ports.event);
  return { may: 'skip', why: `${branch} is at ${short(sourceHead)}, whose ${path} differs: its own run renders it` };
}

async function against(
  run: ActionRun,
  earlier: string,
  { source, sourceHead }: Pick<Lineage, 'source' | 'sourceHead'>,
): Promise<Verdict> {
  const standing = await run.github().standing(earlier, source);
  if (standing === 'ahead' || standing === 'identical') return write;
  if (standing === 'behind')
    return { may: 'skip', why: `what is there was rendered from ${short(earlier)}, which is newer` };
  if (source === sourceHead) {
    run.ports.runner.log(`${short(earlier)}, rendered before, is no longer in the history of the branch`);
    return write;
  }
  const why = `what is there was rendered from ${short(earlier)}, which is not among the ancestors of ${short(source)}`;
  return { may: 'fail', why: `${why}: it cannot be told which is newer. Run on the newest commit of a branch` };
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

/** For the sentences that a refusal of git is told in. */
export function gitFault(what: string, answer: Extract<Answer<unknown>, { readonly ok: false }>): string {
  const need = answer.forbidden ? '; the job needs `permissions:` with contents: write' : '';
  return `${what}: ${answer.message}${need}`;
}
