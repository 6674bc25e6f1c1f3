import type { GitEnvironment, GitResult } from './git-process.ts';

export interface RemoteAddress {
  readonly url: string;
  /** A GitHub token; empty for none. */
  readonly token: string;
}

export type RemoteResult<T> = { readonly ok: true; readonly value: T } | RemoteFailure;

export interface RemoteFailure {
  readonly ok: false;
  readonly message: string;
  /**
   * `bad-token`: the server rejects the token, or needs one. `forbidden`: it accepts the token, but denies the request.
   */
  readonly why: 'bad-token' | 'forbidden' | 'other';
}

export function toResult<T>(result: GitResult, read: (out: string) => T): RemoteResult<T> {
  if (result.ok) return { ok: true, value: read(result.out.toString()) };
  return { ok: false, message: result.message, why: reasonOf(result.message) };
}

function reasonOf(message: string): RemoteFailure['why'] {
  if (/\b401\b|Authentication failed|could not read Username|Invalid username or/i.test(message)) return 'bad-token';
  return /\b403\b|denied|not granted/i.test(message) ? 'forbidden' : 'other';
}

/** True for a failure of a server or a network that is probably temporary. */
export function isTransient(message: string): boolean {
  const status = /returned error: (?:408|429|5\d\d)\b|HTTP (?:408|429|5\d\d)\b/;
  const network =
    /timed out|Connection reset|Could not resolve host|hung up|early EOF|Empty reply|unexpected disconnect/i;
  return status.test(message) || network.test(message);
}

export function pauseSync(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/**
 * Configures the remote `origin` in the environment, so that no process list or file shows the token. Keeps the existing
 * configuration in the environment. The empty header resets inherited ones.
 */
export function remoteConfig({ url, token }: RemoteAddress): GitEnvironment {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const header = `http.${url}.extraheader`;
  const settings = [
    ['remote.origin.url', url],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.partialclonefilter', 'blob:none'],
    [header, ''],
    ...(token === '' ? [] : [[header, `AUTHORIZATION: basic ${basic}`]]),
  ];
  const first = Number(process.env['GIT_CONFIG_COUNT'] ?? 0) || 0;
  const entries = settings.flatMap(([key = '', value = ''], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return { ...Object.fromEntries(entries), GIT_CONFIG_COUNT: String(first + settings.length) };
}
