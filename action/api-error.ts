import { textAt, valueAt } from '../data/tree.ts';
import { toError } from '../shell/errors.ts';

/** An error in a GraphQL response, which has the HTTP status 200. */
interface GraphqlError extends Error {
  readonly graphqlType: string;
}

export function graphqlError({ type, message }: { readonly type: string; readonly message: string }): GraphqlError {
  return Object.assign(new Error(message), { graphqlType: type });
}

/** The HTTP status of a thrown API error. Undefined for any other error. */
export function statusOf(error: unknown): number | undefined {
  const status = valueAt(error, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** True for status 409, and if a ref moved in the meantime, already exists or no longer exists. */
export function isConflict(error: unknown): boolean {
  const status = statusOf(error);
  const { message } = toError(error);
  const isRef =
    /not a fast.?forward|Reference already exists|Reference does not exist|was moved|is at \S+ but expected/i;
  return status === 409 || (status === 422 && isRef.test(message));
}

/** True if GitHub does not find a recently created object, because replication takes time. */
export function isNotYetVisible(error: unknown): boolean {
  const { message } = toError(error);
  return (
    [404, 422].includes(statusOf(error) ?? 0) && /does not exist|could not resolve|head\b.*\binvalid/i.test(message)
  );
}

/** True if a pull request for the same branches is already open. */
export function isAlreadyThere(error: unknown): boolean {
  return statusOf(error) === 422 && /pull request already exists/i.test(toError(error).message);
}

/** True if the token lacks a permission. */
export function isForbidden(error: unknown): boolean {
  const byType = valueAt(error, 'graphqlType') === 'FORBIDDEN';
  return byType || (statusOf(error) === 403 && !isRateLimit(error)) || isMissingAccess(error);
}

/** Whether a request failed with status 404 because of a missing permission, as for some writes. */
function isMissingAccess(error: unknown): boolean {
  return (
    statusOf(error) === 404 && acceptedPermissions(error) !== undefined && valueAt(error, 'request', 'method') !== 'GET'
  );
}

function isRateLimit(error: unknown): boolean {
  const { message } = toError(error);
  return /rate limit/i.test(message) || header(error, 'x-ratelimit-remaining') === '0';
}

/** The alternative permissions that GitHub accepts, for example `contents=write; pull_requests=write`. */
function acceptedPermissions(error: unknown): string | undefined {
  return header(error, 'x-accepted-github-permissions');
}

function header(error: unknown, name: string): string | undefined {
  const value = valueAt(error, 'response', 'headers', name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Messages of errors that additional permissions for the job cannot fix, each with its advice. */
const settings: readonly (readonly [RegExp, string])[] = [
  [
    /not permitted to create/i,
    'in the settings of the repository or organization, allow GitHub Actions to create pull requests, or set the input token to a token of a GitHub App',
  ],
  [/\block(?:ed)?\b/i, 'unlock the conversation'],
];

/** The permissions of a job do not apply to the token of a user or of a GitHub App. */
export const otherToken = ' or, if you set the input token, to that token';

/**
 * Advice for a rejected request: change a setting or add a permission. `needs` is a list such as
 * `contents: write,pull-requests: write`.
 */
export function adviceFor(error: unknown, needs: string): string {
  const { message } = toError(error);
  const setting = settings.find(([pattern]) => pattern.test(message))?.[1];
  if (setting !== undefined) return setting;
  const accepted = acceptedPermissions(error)?.replaceAll('=', ': ').replaceAll('_', '-') ?? needs;
  const choices = accepted.split(/; */).map((choice) => `\`${choice.replaceAll(',', '` and `')}\``);
  return `the token lacks a permission; add ${choices.join(' or ')} to the \`permissions\` of the job${otherToken}`;
}

/** An error message for a GitHub API error, with advice if there is any. Undefined for any other error. */
export function describeApiError(error: unknown, needs: string): string | undefined {
  if (isForbidden(error)) return `GitHub denied the request (${oneLine(error)}); ${adviceFor(error, needs)}`;
  const status = statusOf(error);
  if (isRateLimit(error))
    return `the rate limit of the GitHub API is exceeded (${oneLine(error)}); run the job again later`;
  if (status === 401)
    return `GitHub rejected the token (${oneLine(error)}): it is invalid or has expired; set the input token to a valid token`;
  if (status === 422)
    return `GitHub rejected the request (${oneLine(error)})${isWriteToBranch(error) ? branchRules : ''}`;
  if (status !== undefined) return `GitHub responded with ${status} (${oneLine(error)})`;
  return valueAt(error, 'graphqlType') === undefined ? undefined : `GitHub rejected the request (${oneLine(error)})`;
}

const branchRules = '; a branch protection rule or a ruleset might be the reason';

function isWriteToBranch(error: unknown): boolean {
  return textAt(error, 'request', 'url').includes('/git/refs');
}

/** The message in one line of at most 300 characters, because a proxy can return an HTML page. */
function oneLine(error: unknown): string {
  const { message } = toError(error);
  return (message.split(' - https://docs.')[0] ?? '').replace(/\s+/g, ' ').slice(0, 300);
}
