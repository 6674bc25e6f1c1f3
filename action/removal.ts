import { type Approval, approvalFileName, approvalText } from '../analysis/guard/approval.ts';
import { type GuardResult, guardSteps } from '../analysis/guard/guard.ts';
import { type PastObject, pastObjects } from '../analysis/guard/inventory.ts';
import { shortList } from '../data/short-list.ts';
import type { Rendering } from '../leasehold.ts';
import { toError } from '../shell/errors.ts';
import { count } from '../shell/text.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { isForbidden } from './api-error.ts';
import { approvalAge } from './approval-age.ts';
import { approvalsPath, unreadApprovals } from './approvals.ts';
import type { Base } from './base.ts';
import type { Baseline } from './baseline.ts';
import type { PullRequest } from './event.ts';
import { firstParents } from './fetched-history.ts';
import { hasApprovalLabel, newApprovals, removalSteps, requiredApprovals } from './removal-steps.ts';
import { sourceBranch } from './source-branch.ts';

export interface ProposedRemoval {
  readonly base: Base;
  readonly baseline: Baseline;
  readonly after: Rendering;
  /** True if tenants move to another directory. Any removal then needs an approval. */
  readonly isMove: boolean;
}

/** Fails if the change removes too many objects without an approval by a file or a label. */
export async function checkProposedRemoval(run: ActionRun, proposed: ProposedRemoval): Promise<ActionResult> {
  const past = pastObjects(proposed.baseline.objects);
  const objects = pastObjects(proposed.after.objects);
  const maxRemoved = proposed.isMove ? 0 : run.inputs.maxRemoved;
  if (guardSteps(past, [{ objects, approvals: [], isApproved: false }], maxRemoved).ok) return success;
  const guarded = guardSteps(past, await stepsOf(run, proposed, { past, objects }), maxRemoved);
  return guarded.ok ? success : failure(removalRejection(run, guarded, maxRemoved));
}

interface Removal {
  readonly past: readonly PastObject[];
  readonly objects: readonly PastObject[];
}

async function stepsOf(run: ActionRun, { base, baseline }: ProposedRemoval, { past, objects }: Removal) {
  const { event, history } = run.ports;
  const head = history.head() ?? '';
  const isOneStep = event.mergeQueue === undefined && run.inputs.against === 'base';
  if (isOneStep) {
    const approvals = newApprovals(requiredApprovals(run, head), requiredApprovals(run, base.commit));
    return [{ objects, approvals, isApproved: hasApprovalLabel(run, await pullLabels(run)) }];
  }
  const proposed = await proposedLabels(run, head);
  const merged = new Set(firstParents(run, base.commit));
  const labelsOf = (commit: string) => proposed.get(commit) ?? run.github().labelsOfCommit(commit, sourceBranch(run));
  const isStep = (commit: string) => proposed.size === 0 || proposed.has(commit) || merged.has(commit);
  return removalSteps(run, { past, from: baseline.source, to: head, objects, labelsOf, isStep });
}

/** The labels of the unmerged pull requests, by the last commit of each. */
async function proposedLabels(run: ActionRun, head: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { mergeQueue, pullRequest } = run.ports.event;
  if (mergeQueue !== undefined) return run.github().queuedLabels(mergeQueue);
  return new Map(pullRequest ? [[head, await pullLabels(run)]] : []);
}

/**
 * The current labels, because the labels of the event are outdated in a rerun. If an approval label is, or might be, older than
 * the last push or a change of the target branch, returns the labels of the event without it, because nobody approved these
 * removals. A rerun excludes it too: the first attempt might have failed to remove it. Adding the label again starts another
 * run.
 */
async function pullLabels(run: ActionRun): Promise<readonly string[]> {
  const { event, runner } = run.ports;
  const { approvalLabel } = run.inputs;
  const { pullRequest } = event;
  if (!pullRequest) return [];
  const age = hasApprovalLabel(run, pullRequest.labels) ? await approvalAge(run, pullRequest) : 'new';
  if (age === 'new') return currentLabels(run, pullRequest);
  const last = pullRequest.isRetargeted ? 'change of the target branch' : 'last push or change of the target branch';
  const message = `the label ${approvalLabel} ${age === 'old' ? 'is' : 'may be'} older than the ${last}, so it has no effect: add it again`;
  runner.annotate({ severity: 'warning', message });
  if (event.run.attempt === 1) await removeApproval(run, pullRequest);
  return pullRequest.labels.filter((label) => label !== approvalLabel);
}

async function removeApproval(run: ActionRun, { number }: PullRequest): Promise<void> {
  const { approvalLabel } = run.inputs;
  try {
    await run.github().removeLabel(number, approvalLabel);
  } catch (error) {
    run.ports.runner.log(`the label ${approvalLabel} cannot be removed: ${toError(error).message}`);
  }
}

async function currentLabels(run: ActionRun, pullRequest: PullRequest): Promise<readonly string[]> {
  try {
    return await run.github().labelsOfPull(pullRequest.number);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    run.ports.runner.log('the token cannot read the labels of the pull request; using the labels of the event');
    return pullRequest.labels;
  }
}

/** The maximum length of an approval in the message, in characters. A longer approval is only logged. */
const longestApproval = 1000;

/** Describes the removal and how to approve it. Logs the approval so that users can copy it. */
export function removalRejection(
  run: ActionRun,
  { removed, of, approval }: Exclude<GuardResult, { readonly ok: true }>,
  maxRemoved: number,
): string {
  const { inputs, ports } = run;
  const percent = Math.floor((removed * 100) / of);
  // Rounding can hide the excess: 41 of 201 objects are 20%.
  const share = percent > maxRemoved ? `${percent}%, ` : '';
  const label = inputs.approvalLabel === '' ? '' : `add the label ${inputs.approvalLabel} to the pull request, or `;
  const text = approvalText(approval);
  ports.runner.log(`the approval of this removal: ${text}`);
  const shown = text.length <= longestApproval ? text : 'the approval in the log';
  const unread = unreadApprovals(run);
  const hint =
    unread.length === 0
      ? ''
      : `; ${shortList(unread, 3)} ${unread.length === 1 ? 'is not read, because its name does' : 'are not read, because their names do'} not end in .yaml, .yml or .json`;
  return `${removed} of ${count(of, 'object')} of ${shortList(approval.tenants, 5)} would be deleted (${share}more than ${maxRemoved}%); if this is intended, ${label}commit to a new file such as ${approvalFile(run, approval)}: ${shown}${hint}`;
}

function approvalFile({ inputs: { path }, ports: { files } }: ActionRun, approval: Approval): string {
  const folder = approvalsPath(path);
  return `${folder}/${approvalFileName(approval, files.namesIn(folder))}`;
}
