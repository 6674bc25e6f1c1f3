import { type CommittedApproval, readApprovals } from '../analysis/guard/approval.ts';
import { type PastObject, pastObjects } from '../analysis/guard/inventory.ts';
import type { RemovalStep } from '../analysis/guard/steps.ts';
import { gitError } from '../io/git-process.ts';
import { render } from '../leasehold.ts';
import type { ActionRun } from './action-run.ts';
import { approvalsPath } from './approvals.ts';
import { commitsBetween, fetchFiles, firstParents, readCommit } from './fetched-history.ts';

export interface StepsInput {
  readonly past: readonly PastObject[];
  /** The source commit of the earlier render. Undefined if unknown. */
  readonly from: string | undefined;
  readonly to: string;
  /** The objects of the last step. */
  readonly objects: readonly PastObject[];
  /** The labels of the pull requests that a commit comes from. */
  readonly labelsOf: (commit: string) => Promise<readonly string[]> | readonly string[];
  /** False for an intermediate commit of a pull request. Its removals count for the last commit of the pull request. */
  readonly isStep?: (commit: string) => boolean;
}

/**
 * The commits without errors since the earlier render that change tenants or approvals, each with the approvals that it
 * adds.
 */
export async function removalSteps(run: ActionRun, input: StepsInput): Promise<readonly RemovalStep[]> {
  const { past, from, to, labelsOf, isStep = () => true } = input;
  const range = from === undefined ? { commits: [to], hasStart: false } : await commitsBetween(run, from, to);
  const commits = range.commits.filter((commit) => commit === to || isStep(commit));
  let known = earlierApprovals(run, from, to);
  let before = past;
  const steps: RemovalStep[] = [];
  for (const commit of commits) {
    const objects = commit === to ? input.objects : objectsAt(run, commit);
    if (!objects) continue;
    const approvals = approvalsAt(run, commit) ?? [];
    const present = new Set(objects.map(({ id }) => id));
    const removes = before.some(({ id }) => !present.has(id));
    // Without a start, the label would also approve the removals of other commits.
    const isApproved = range.hasStart && removes && hasApprovalLabel(run, await labelsOf(commit));
    steps.push({ objects, approvals: newApprovals(approvals, known), isApproved });
    [known, before] = [[...known, ...approvals], objects];
  }
  return steps;
}

/** False if the input approval-label is empty, which disables approval by label. */
export function hasApprovalLabel({ inputs: { approvalLabel } }: ActionRun, labels: readonly string[]): boolean {
  return approvalLabel !== '' && labels.includes(approvalLabel);
}

/**
 * The objects that a commit renders. Undefined if it has errors or no readable input files; its removals then count for
 * the next commit.
 */
function objectsAt(run: ActionRun, commit: string): readonly PastObject[] | undefined {
  const files = fetchFiles(run, commit, run.inputs.path) ?? [];
  const rendering = render(files);
  return files.length > 0 && rendering.ok ? pastObjects(rendering.objects) : undefined;
}

/**
 * The approvals before the steps, which do not count again. If `from` is unknown or missing after the history was
 * rewritten, the approvals of the parent of `to`. Without a parent, none if `from` is unknown, and otherwise those of
 * `to`. Throws an error for the user if they cannot be read.
 */
function earlierApprovals(run: ActionRun, from: string | undefined, to: string): readonly CommittedApproval[] {
  const known = from === undefined ? undefined : approvalsAt(run, from);
  if (known) return known;
  const parent = firstParents(run, to)[1];
  return parent === undefined && from === undefined ? [] : requiredApprovals(run, parent ?? to);
}

/**
 * The approvals of a commit. Throws an error for the user if they cannot be read: without earlier approvals, every
 * approval would count as new.
 */
export function requiredApprovals(run: ActionRun, commit: string): readonly CommittedApproval[] {
  const revision = readCommit(run, commit, approvalsPath(run.inputs.path));
  if (revision.ok) return readApprovals(revision.files);
  if (revision.why === 'no-files') return [];
  throw gitError(`the approvals of ${commit} cannot be read: ${revision.message}; run the job again`);
}

function approvalsAt(run: ActionRun, commit: string): readonly CommittedApproval[] | undefined {
  const files = fetchFiles(run, commit, approvalsPath(run.inputs.path));
  return files && readApprovals(files);
}

/** The approvals that are not known yet. An approval does not count again after a later render. */
export function newApprovals(
  approvals: readonly CommittedApproval[],
  known: readonly CommittedApproval[],
): readonly CommittedApproval[] {
  return approvals.filter((one) => !known.some((other) => isSame(one, other)));
}

function isSame(a: CommittedApproval, b: CommittedApproval): boolean {
  return a.file === b.file && a.removal === b.removal;
}
