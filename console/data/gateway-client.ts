import type { Problem } from '../../core/problem/problem.ts';
import type {
  ChangeEffect,
  ChangeRequest,
  Conflict,
  Failure,
  FileEdit,
  Reply,
  Session,
  SubmittedChange,
} from './gateway.ts';

/** The API of the gateway. No method rejects. */
export interface GatewayClient {
  readonly session: () => Promise<Reply<Session>>;
  readonly preview: (files: readonly FileEdit[]) => Promise<Reply<ChangeEffect>>;
  readonly propose: (request: ChangeRequest, terms: Terms) => Promise<Reply<SubmittedChange>>;
  readonly changes: () => Promise<Reply<readonly SubmittedChange[]>>;
  readonly close: (id: string) => Promise<Reply<SubmittedChange>>;
  /** Ends the session. Returns the page of the identity provider that also ends the session there. */
  readonly signOut: () => Promise<Reply<{ readonly to?: string }>>;
  /** The verdicts of rules on an object in a namespace of the person's tenants. */
  readonly simulate: <Value>(object: string, namespace: string) => Promise<Reply<Value>>;
  readonly read: <Value>(path: string) => Promise<Reply<Value>>;
}

export interface Terms {
  /** The full SHA of the commit that the person edited. */
  readonly base: string;
  /** Identifies a repeated request: a key creates a single change. */
  readonly key: string;
}

export type Send = (
  path: string,
  init: { readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string },
) => Promise<Response>;

const api = 'api/v1';

/** Opens a client. Paths are relative to the page, so that requests stay on its origin. */
export function openGateway(send: Send): GatewayClient {
  const ask = async <Value>(method: string, path: string, body?: object, headers = {}): Promise<Reply<Value>> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const response = await send(path, {
        method,
        headers: { accept: 'application/json', ...json, ...headers },
        ...content,
      });
      const found: unknown = await response.json().catch(() => ({}));
      if (response.ok) return { ok: true, value: found as Value };
      return { ok: false, failure: failureOf(response.status, found as ErrorBody) };
    } catch {
      return { ok: false, failure: { why: 'unavailable', detail: '' } };
    }
  };
  return {
    session: () => ask('GET', `${api}/session`),
    preview: (files) => ask('POST', `${api}/previews`, { files }),
    propose: (request, { base, key }) =>
      ask('POST', `${api}/changes`, request, { 'if-match': `"${base}"`, 'idempotency-key': key }),
    changes: () => ask('GET', `${api}/changes`),
    close: (id) => ask('DELETE', `${api}/changes/${encodeURIComponent(id)}`),
    signOut: () => ask('POST', 'auth/logout'),
    simulate: (object, namespace) =>
      ask('POST', `${api}/simulations`, { object, ...(namespace !== '' && { namespace }) }),
    read: (path) => ask('GET', `${api}${path}`),
  };
}

/** The body of an error response. */
interface ErrorBody {
  readonly title?: string;
  readonly detail?: string;
  readonly problems?: readonly Problem[];
  readonly reasons?: readonly string[];
  readonly head?: string;
  readonly conflicts?: readonly Conflict[];
  readonly change?: SubmittedChange;
}

/** The failure that an error response means for the person. */
export function failureOf(status: number, body: ErrorBody): Failure {
  const { title = '', detail = title, problems = [], head, conflicts, change } = body;
  const cause = detail === '' ? `the response has status ${status}` : detail;
  const { reasons = [cause] } = body;
  if (status === 401) return { why: 'signed-out' };
  if (status === 403) return { why: 'denied', reasons };
  if (status === 404) return { why: 'missing' };
  if (status === 412)
    return head !== undefined && conflicts ? { why: 'conflict', head, conflicts } : { why: 'rewritten' };
  if (status < 500) return { why: 'invalid', detail: cause, problems };
  return change ? { why: 'kept', detail, change } : { why: 'unavailable', detail };
}
