import { type Sticking, stick } from './comment.ts';
import { failure, fine, type Outcome, type Work } from './work.ts';

/** Writes the report into the pull request, where there is one and the token may; a fork's may not. */
export async function putComment(work: Work, body: string, isNews: boolean): Promise<Outcome> {
  const { inputs, ports } = work;
  const { pullRequest, run } = ports.event;
  if (!pullRequest || !inputs.comment) return fine;
  if (pullRequest.isReadOnly) {
    ports.runner.log(
      'no comment: the token of a pull request from a fork or from Dependabot may not write one; see the job summary',
    );
    return fine;
  }
  const sticky = { pullRequest: pullRequest.number, id: inputs.commentId, run, body, isNews };
  return told(work, await stick(work.github(), sticky));
}

function told({ ports: { runner } }: Work, sticking: Sticking): Outcome {
  if ('comment' in sticking) runner.output('comment-id', String(sticking.comment));
  if (sticking.done === 'newer-run') runner.log('the comment is left alone: a later run wrote it');
  if (sticking.done !== 'forbidden') return fine;
  return failure(
    'the comment cannot be written: the job needs `permissions:` with pull-requests: write, or comment: false',
  );
}
