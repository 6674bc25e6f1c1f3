import { valueAt } from '../data/tree.ts';
import { toError } from '../shell/errors.ts';

/** A refusal that GitHub gives in a GraphQL answer, which is no HTTP error. */
interface GraphqlRefusal extends Error {
  readonly graphqlType: string;
}

export function refusalOf({ type, message }: { readonly type: string; readonly message: string }): GraphqlRefusal {
  return Object.assign(new Error(message), { graphqlType: type });
}

/** The HTTP status of a thrown answer; undefined for anything else. */
export function statusOf(error: unknown): number | undefined {
  const status = valueAt(error, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** True for the answers that say that a branch is not where it was thought to be, or is there already. */
export function conflict(error: unknown): boolean {
  const status = statusOf(error);
  const { message } = toError(error);
  const isRef =
    /not a fast.?forward|Reference already exists|Reference does not exist|was moved|is at \S+ but expected/i;
  return status === 409 || (status === 422 && isRef.test(message));
}

/** True for the answers about something that was made a moment ago, and that GitHub has not everywhere yet. */
export function isNotYetThere(error: unknown): boolean {
  const { message } = toError(error);
  return (
    [404, 422].includes(statusOf(error) ?? 0) && /does not exist|could not resolve|head\b.*\binvalid/i.test(message)
  );
}

/** True when the token may not do what was asked. */
export function isForbidden(error: unknown): boolean {
  const byType = valueAt(error, 'graphqlType') === 'FORBIDDEN';
  return byType || (statusOf(error) === 403 && !isRateLimit(error)) || isMissingAccess(error);
}

/** A token that may not write to a repository is at times told that there is no such thing. */
function isMissingAccess(error: unknown): boolean {
  return (
    statusOf(error) === 404 && acceptedPermissions(error) !== undefined && valueAt(error, 'request', 'method') !== 'GET'
  );
}

function isRateLimit(error: unknown): boolean {
  const { message } = toError(error);
  return /rate limit/i.test(message) || header(error, 'x-ratelimit-remaining') === '0';
}

/** The permissions of which one would do, as GitHub names them: `contents=write; pull_requests=write`. */
function acceptedPermissions(error: unknown): string | undefined {
  return header(error, 'x-accepted-github-permissions');
}

function header(error: unknown, name: string): string | undefined {
  const value = valueAt(error, 'response', 'headers', name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What GitHub answered, in a sentence that says what to do; undefined for an error that is none of GitHub's. */
export function explainFault(error: unknown, needs: string): string | undefined {
  if (isForbidden(error)) {
    const named = acceptedPermissions(error)?.replaceAll('=', ': ').replaceAll('_', '-');
    return `GitHub refused (${messageOf(error)}): the token lacks a permission; the job needs \`permissions:\` with ${named ?? needs}`;
  }
  const status = statusOf(error);
  if (isRateLimit(error)) return `the rate limit of GitHub is used up (${messageOf(error)}); run the job again later`;
  if (status === 401) return `GitHub does not accept the token (${messageOf(error)})`;
  if (status === 422) return `GitHub refused (${messageOf(error)}); a branch protection or a ruleset may be the reason`;
  if (status !== undefined) return `GitHub answered with ${status} (${messageOf(error)})`;
  return valueAt(error, 'graphqlType') === undefined ? undefined : `GitHub refused (${messageOf(error)})`;
}

/** One line; an answer of an own proxy may be a page of HTML. */
function messageOf(error: unknown): string {
  const { message } = toError(error);
  return (message.split(' - https://docs.')[0] ?? '').replace(/\s+/g, ' ').slice(0, 300);
}
