import { toError } from '../shell/errors.ts';
import type { ActionRun } from './action-run.ts';
import type { PullRequest } from './event.ts';

/** Whether an approval label is newer than the last push and the last change of the target branch, according to GitHub. */
export type ApprovalAge = 'new' | 'old' | 'unknown';

/**
 * The age of the approval label. GitHub cancels a waiting run when a newer run is queued. Therefore, the first run after a push can be
 * that of another event, such as a label that a program adds.
 */
export async function approvalAge(run: ActionRun, pullRequest: PullRequest): Promise<ApprovalAge> {
  const { action, changedLabel, isRetargeted } = pullRequest;
  // GitHub does not report pushes to a closed pull request. With a new target branch, the pull request is a different
  // change.
  if (action === 'synchronize' || action === 'reopened' || isRetargeted) return 'old';
  const isOfHead = action === '' || action === 'opened' || (action === 'labeled' && isApproval(run, changedLabel));
  if (isOfHead) return 'new';
  try {
    return await comparedAge(run, pullRequest);
  } catch (error) {
    run.ports.runner.log(`the times of the label and of the last push cannot be read: ${toError(error).message}`);
    return 'unknown';
  }
}

function isApproval({ inputs }: ActionRun, label: string): boolean {
  return label === inputs.approvalLabel;
}

/**
 * Compares the time of the label with that of the last push and change of the target branch. Unknown if the branch or the time
 * of the label is unknown, if GitHub does not list the push of this head yet, or if there was a later push, which has its own run.
 */
async function comparedAge(
  run: ActionRun,
  { number, head: { repository, branch }, headSha }: PullRequest,
): Promise<ApprovalAge> {
  if (repository === '' || branch === '') return 'unknown';
  const [labeled, pushed] = [
    await run.github().lastLabeling(number, run.inputs.approvalLabel),
    await run.github().lastPush(repository, branch),
  ];
  if (labeled === undefined || pushed?.commit !== headSha) return 'unknown';
  return !labeled.isBeforeRetarget && Date.parse(labeled.at) > Date.parse(pushed.at) ? 'new' : 'old';
}
