import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { type Sticking, stick } from './comment.ts';

/** Writes the report into the pull request, where there is one and the token may; a fork's may not. */
export async function putComment(run: ActionRun, body: string, isNews: boolean): Promise<ActionResult> {
  const { inputs, ports } = run;
  const { pullRequest, run: workflowRun } = ports.event;
  if (!pullRequest || !inputs.comment) return success;
  if (pullRequest.isReadOnly) {
    ports.runner.log(
      'no comment: the token of a pull request from a fork or from Dependabot may not write one; see the job summary',
    );
    return success;
  }
  const sticky = { pullRequest: pullRequest.number, id: inputs.commentId, run: workflowRun, body, isNews };
  return told(run, await stick(run.github(), sticky));
}

function told({ ports: { runner } }: ActionRun, sticking: Sticking): ActionResult {
  if ('comment' in sticking) runner.output('comment-id', String(sticking.comment));
  if (sticking.done === 'newer-run') runner.log('the comment is left alone: a later run wrote it');
  if (sticking.done !== 'forbidden') return success;
  return failure(
    'the comment cannot be written: the job needs `permissions:` with pull-requests: write, or comment: false',
  );
}
