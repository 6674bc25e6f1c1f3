import { fail } from '../response/problem.ts';
import { cookieOf } from '../session/authenticator.ts';
import type { Session } from '../session/sessions.ts';
import type { Gateway } from './gateway.ts';

/**
 * The session of a request: from the bearer token if the request has an Authorization header, otherwise from the
 * cookie. Undefined if that credential is missing or invalid.
 */
export async function sessionOf(request: Request, { authenticator, sessions }: Gateway): Promise<Session | undefined> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const [, token] = /^Bearer ([\w.~+/=-]{1,20000})$/i.exec(authorization) ?? [];
    return token === undefined ? undefined : authenticator.bearer(token);
  }
  const secret = cookieOf(request, authenticator.cookie);
  return secret === '' ? undefined : sessions.find(secret);
}

/**
 * Fails with 403 for a request of another site. Such a site can make a browser send the cookie, but cannot set Origin
 * or Sec-Fetch-Site to this site's values [sources: fetch-1]. Requests with a bearer token need no check, because other
 * sites do not have one.
 */
export function requireOwnPage(request: Request, { authenticator }: Gateway): void {
  if (['GET', 'HEAD'].includes(request.method) || request.headers.has('authorization')) return;
  const foreign = `the request does not come from a page of ${authenticator.origin}`;
  const [site, origin] = [request.headers.get('sec-fetch-site'), request.headers.get('origin')];
  if (site !== null && site !== 'same-origin') fail(403, foreign);
  if (origin !== null && origin !== authenticator.origin) fail(403, foreign);
  if (site === null && origin === null) fail(403, 'the request has neither an Origin nor a Sec-Fetch-Site header');
}

export function requireJson(request: Request): void {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') fail(415);
}
