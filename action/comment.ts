import type { WorkflowRun } from './event.ts';
import type { GitHub } from './github.ts';

/** The comment of leasehold on a pull request. A hidden marker in the first line identifies it. */
export interface StickyComment {
  readonly pullRequest: number;
  /** The head commit of the pull request for which the run is. */
  readonly headSha: string;
  readonly id: string;
  readonly run: WorkflowRun;
  /** The text below the marker. */
  readonly body: string;
  /** False to only update an existing comment. */
  readonly createIfMissing: boolean;
}

export type CommentResult =
  | { readonly done: 'written' | 'unchanged'; readonly comment: number }
  | { readonly done: 'not-needed' | 'newer-run' };

/**
 * Creates the comment or updates the existing one. Searches only the comments of the token's user, because anyone can
 * write a marker. Changes nothing if the comment is from a later run for a newer commit. Otherwise, deletes surplus comments.
 */
export async function upsertComment(github: GitHub, sticky: StickyComment): Promise<CommentResult> {
  const body = `${markerOf(sticky)}\n${sticky.body}`;
  const [newest, ...surplus] = await github.ownComments(sticky.pullRequest, (text) => hasMarker(text, sticky.id));
  if (newest && isLater(newest.body, sticky.run) && !(await isCurrent(github, sticky))) return { done: 'newer-run' };
  for (const { id } of surplus) await github.deleteComment(id);
  if (!newest && !sticky.createIfMissing) return { done: 'not-needed' };
  if (!newest) return { done: 'written', comment: await github.createComment(sticky.pullRequest, body) };
  if (withoutMarker(newest.body) === withoutMarker(body)) return { done: 'unchanged', comment: newest.id };
  await github.updateComment(newest.id, body);
  return { done: 'written', comment: newest.id };
}

/**
 * True if the pull request has no newer commit. Everyone with write access can edit the comment, so its marker alone does not
 * prove that a later run exists.
 */
async function isCurrent(github: GitHub, { pullRequest, headSha }: StickyComment): Promise<boolean> {
  return (await github.pullState(pullRequest)).head.sha === headSha;
}

function markerOf({ id, run }: StickyComment): string {
  return `${markerPrefix(id)}run=${run.id}.${run.attempt} -->`;
}

function markerPrefix(id: string): string {
  return `<!-- leasehold:v1 id=${id} `;
}

function hasMarker(body: string, id: string): boolean {
  return body.startsWith(markerPrefix(id));
}

function isLater(body: string, run: WorkflowRun): boolean {
  const [, id = '0', attempt = '0'] = /^<!-- leasehold:v1 id=\S+ run=(\d+)\.(\d+) -->/.exec(body) ?? [];
  return Number(id) > run.id || (Number(id) === run.id && Number(attempt) > run.attempt);
}

/**
 * The text of a comment for comparisons, without its first line. After an edit in a browser, GitHub returns CRLF as
 * line ending.
 */
function withoutMarker(body: string): string {
  return body.replaceAll('\r\n', '\n').replace(/^.*\n/, '').trimEnd();
}
