import { type ActionRun, type Failure, failure } from './action-run.ts';
import { isForbidden } from './api-error.ts';
import type { PullRequest } from './event.ts';

/**
 * Fails if the pull request has another target branch than in the event. GitHub reuses the event in a rerun, and the result
 * would replace the one for the current target. The comment stays, because it can be that of a newer run.
 */
export async function outdatedTarget(run: ActionRun): Promise<Failure | undefined> {
  const { pullRequest } = run.ports.event;
  if (!pullRequest) return undefined;
  const { number, baseBranch } = pullRequest;
  const current = await currentTarget(run, pullRequest);
  if (current === baseBranch) return undefined;
  const why =
    current === undefined
      ? `the token cannot read the current target branch of pull request #${number}, which may differ from ${baseBranch} in a rerun: add the permission pull-requests: read, or push a commit to start a new run`
      : `this run is for the target branch ${baseBranch}, but the target branch of pull request #${number} is now ${current}: use the newest run, or push a commit to start a new run`;
  return { ...failure(why), reported: true };
}

/**
 * The target branch that GitHub returns. Without permission to read it, that of the event in the first attempt, which starts
 * soon after the event. Undefined in a rerun.
 */
async function currentTarget(run: ActionRun, { number, baseBranch }: PullRequest): Promise<string | undefined> {
  try {
    return (await run.github().pullState(number)).base.ref;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return run.ports.event.run.attempt === 1 ? baseBranch : undefined;
  }
}
