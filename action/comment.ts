import type { WorkflowRun } from './event.ts';
import { isForbidden } from './fault.ts';
import type { GitHub } from './github.ts';

/** The one comment of a pull request that is ours, by what we hide in its first line. */
export interface Sticky {
  readonly pullRequest: number;
  readonly id: string;
  readonly run: WorkflowRun;
  /** Below the marker; undefined to leave none where there is none yet. */
  readonly body: string;
  /** What it says is worth a comment of its own; otherwise it only takes the place of an earlier one. */
  readonly isNews: boolean;
}

export type Sticking =
  | { readonly done: 'written' | 'unchanged'; readonly comment: number }
  | { readonly done: 'nothing-to-say' | 'newer-run' | 'forbidden' };

/**
 * Writes the comment in place of the earlier one. It is found by its marker among the comments of the token's own
 * user, for anybody may write a marker. A later run's comment is left alone; surplus ones are removed.
 */
export async function stick(github: GitHub, sticky: Sticky): Promise<Sticking> {
  const body = `${markerOf(sticky)}\n${sticky.body}`;
  try {
    const [newest, ...surplus] = await github.ownComments(sticky.pullRequest, (text) => hasMarker(text, sticky.id));
    if (newest && isLater(newest.body, sticky.run)) return { done: 'newer-run' };
    for (const { id } of surplus) await github.deleteComment(id);
    if (!newest && !sticky.isNews) return { done: 'nothing-to-say' };
    if (!newest) return { done: 'written', comment: await github.createComment(sticky.pullRequest, body) };
    if (withoutMarker(newest.body) === withoutMarker(body)) return { done: 'unchanged', comment: newest.id };
    await github.updateComment(newest.id, body);
    return { done: 'written', comment: newest.id };
  } catch (error) {
    if (isForbidden(error)) return { done: 'forbidden' };
    throw error;
  }
}

function markerOf({ id, run }: Sticky): string {
  return `${beginning(id)}run=${run.id}.${run.attempt} -->`;
}

function beginning(id: string): string {
  return `<!-- leasehold:v1 id=${id} `;
}

function hasMarker(body: string, id: string): boolean {
  return body.startsWith(beginning(id));
}

function isLater(body: string, run: WorkflowRun): boolean {
  const [, id = '0', attempt = '0'] = /^<!-- leasehold:v1 id=\S+ run=(\d+)\.(\d+) -->/.exec(body) ?? [];
  return Number(id) > run.id || (Number(id) === run.id && Number(attempt) > run.attempt);
}

/** GitHub gives line ends back as they were sent, or as CRLF when somebody edited the comment in a browser. */
function withoutMarker(body: string): string {
  return body.replaceAll('\r\n', '\n').replace(/^.*\n/, '').trimEnd();
}
