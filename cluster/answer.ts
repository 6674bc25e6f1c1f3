import { textAt, valueAt } from '../data/tree.ts';

/**
 * The response of the API server. Status 0 means that there was no readable response, or that a successful one is not from the
 * Kubernetes API.
 */
export type Answer = { readonly ok: true; readonly status: number; readonly body: unknown } | Failure;

export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly message: string;
  /** How long the server asks the client to wait, in milliseconds. 0 if it does not ask. */
  readonly retryAfter: number;
}

export function failure(status: number, body: unknown, retryAfter: string | undefined): Failure {
  const seconds = Number(retryAfter ?? valueAt(body, 'details', 'retryAfterSeconds') ?? 0);
  const message = textAt(body, 'message') || `the API server responded with status ${status}`;
  return { ok: false, status, message, retryAfter: seconds > 0 ? seconds * 1000 : 0 };
}

/** For a response that is not from the API of Kubernetes, such as the page of a proxy. */
export function notAnswered(how: string): Failure {
  return { ok: false, status: 0, message: `the API server did not answer ${how}`, retryAfter: 0 };
}

export function failedConnection(error: unknown): Failure {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
  return { ok: false, status: 0, message: `no valid response from the API server: ${reason}`, retryAfter: 0 };
}
