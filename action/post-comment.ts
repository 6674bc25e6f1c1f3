import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { describeApiError, isForbidden } from './api-error.ts';
import { type CommentResult, upsertComment } from './comment.ts';

/**
 * Writes the report as a comment on the pull request. Does nothing without a pull request, with a read-only token, or
 * if the input comment is false.
 */
export async function postComment(run: ActionRun, body: string, createIfMissing: boolean): Promise<ActionResult> {
  const { inputs, ports } = run;
  const { pullRequest, run: workflowRun } = ports.event;
  if (!pullRequest || !inputs.comment) return success;
  if (pullRequest.isReadOnly) {
    ports.runner.log(
      'no comment: the token of a pull request from a fork or from Dependabot cannot write comments; see the job summary',
    );
    return success;
  }
  const { number, headSha } = pullRequest;
  const sticky = { pullRequest: number, headSha, id: inputs.commentId, run: workflowRun, body, createIfMissing };
  try {
    return reportComment(run, await upsertComment(run.github(), sticky));
  } catch (error) {
    const why = describeApiError(error, 'pull-requests: write');
    if (why === undefined) throw error;
    const hint = isForbidden(error) ? '; to disable the comment, set comment: false' : '';
    return failure(`the comment cannot be written: ${why}${hint}`);
  }
}

function reportComment({ ports: { runner } }: ActionRun, result: CommentResult): ActionResult {
  if ('comment' in result) runner.output('comment-id', String(result.comment));
  if (result.done === 'newer-run') runner.log('the comment is not changed: a later run wrote it, for a newer commit');
  return success;
}
