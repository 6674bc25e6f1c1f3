import { limitedText } from '../response/limited-text.ts';
import { fail, problem, problemResponse } from '../response/problem.ts';
import { DatabaseUnavailable } from '../store/unavailable.ts';
import { type Authenticator, cookieOf } from './authenticator.ts';
import { loginTimeout, openLogin, type PendingLogin, sealLogin } from './login-cookie.ts';
import type { Provider } from './oidc.ts';
import { newSecret, type Sessions } from './sessions.ts';
import { signInAsset, signInPage } from './sign-in-page.ts';
import type { UsedOnce } from './used-once.ts';

export interface OidcAuthenticatorOptions {
  readonly provider: Provider;
  readonly sessions: Sessions;
  /** The gateway's origin, as browsers see it. */
  readonly origin: string;
  readonly now: () => number;
  /** Encrypts logins in progress. */
  readonly key: Uint8Array;
  /** The `state` parameters of completed logins. */
  readonly completed: UsedOnce;
}

/** Browsers send cookies with this prefix only to the host that set them [sources: cookies-1]. */
const cookie = '__Host-leasehold';
const loginCookie = '__Host-leasehold-login';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

type Page = (request: Request, url: URL, context: OidcAuthenticatorOptions) => Promise<Response>;

const pages: Readonly<Record<string, Page>> = {
  'GET /auth/login': beginLogin,
  'GET /auth/callback': endLogin,
  'POST /auth/logout': logOut,
  'POST /auth/backchannel-logout': endSessions,
};

/**
 * Signs people in with an OpenID Connect provider: authorization code flow with PKCE. Only the ID token reaches the
 * browser, in the URL that ends the session of the provider.
 */
export function oidcAuthenticator(options: OidcAuthenticatorOptions): Authenticator {
  const { provider, origin } = options;
  return {
    ...{ origin, cookie, cookieAttributes: attributes, signOut: '/auth/logout' },
    isOwnHost: (host) => host === new URL(origin).host,
    bearer: (token) => provider.bearer(token).catch(() => undefined),
    isReady: () =>
      provider.logoutUrl().then(
        () => true,
        () => false,
      ),
    denial: (request) => {
      const { pathname, search } = new URL(request.url);
      const isPage = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html');
      if (!isPage) return problemResponse(problem(401), pathname);
      return signInPage(pathname + search);
    },
    handle: async (request) => {
      const url = new URL(request.url);
      return signInAsset(url.pathname) ?? pages[`${request.method} ${url.pathname}`]?.(request, url, options);
    },
  };
}

async function beginLogin(_: Request, url: URL, { provider, key, now }: OidcAuthenticatorOptions): Promise<Response> {
  const login = newLogin(pathOf(url.searchParams.get('to')));
  const address = await provider.loginUrl(login).catch(() => unavailable());
  const sealed = await sealLogin(login, key, now());
  return redirect(address.href, [`${loginCookie}=${sealed}; ${attributes}; Max-Age=${loginTimeout}`]);
}

async function endLogin(request: Request, url: URL, context: OidcAuthenticatorOptions): Promise<Response> {
  const { provider, sessions, origin, key, completed, now } = context;
  const state = url.searchParams.get('state') ?? '';
  const login = await openLogin(cookieOf(request, loginCookie), key, now());
  const rejection = 'the login did not start in this browser, took too long, or was already completed';
  if (login?.state !== state) return fail(403, rejection);
  const found = await provider.signIn(new URL(`${origin}${url.pathname}${url.search}`), login).catch(rejectSignIn);
  // Only after the provider has confirmed the login: without an account, requests must not fill the memory with states.
  if (!(await completed.use(`login ${state}`, now() + loginTimeout * 1000))) return fail(403, rejection);
  if (!found)
    return fail(
      403,
      'the token of the identity provider contains neither a valid user name nor a verified email address',
    );
  // The browser's earlier session can no longer be used, because its cookie is replaced.
  await sessions.remove(cookieOf(request, cookie));
  const secret = await sessions.add(found.session, found.tokens);
  const begun = `${cookie}=${secret}; ${attributes}; Max-Age=28800`;
  return redirect(login.to, [begun, `${loginCookie}=; ${attributes}; Max-Age=0`]);
}

/** Ends the session and revokes its refresh token. The URL in the response also ends the session of the provider. */
async function logOut(
  request: Request,
  _: URL,
  { provider, sessions, origin }: OidcAuthenticatorOptions,
): Promise<Response> {
  if (request.headers.get('origin') !== origin) return fail(403, `the request does not come from a page of ${origin}`);
  const ended = await sessions.remove(cookieOf(request, cookie));
  if (ended?.refresh) await provider.revoke(ended.refresh.token).catch(() => {});
  const to = await provider.logoutUrl(ended?.idToken).catch(() => undefined);
  const headers = {
    'set-cookie': `${cookie}=; ${attributes}; Max-Age=0`,
    'content-type': 'application/json',
    // The browser caches responses for earlier commits.
    'clear-site-data': '"cache"',
  };
  return new Response(JSON.stringify({ to }), { headers });
}

/** Handles a back-channel logout of the provider [sources: oidc-1]. */
async function endSessions(
  request: Request,
  _: URL,
  { provider, sessions }: OidcAuthenticatorOptions,
): Promise<Response> {
  const text = await limitedText(request, 20_000);
  const token = new URLSearchParams(text).get('logout_token') ?? '';
  const { subject, providerSession } = await provider.ended(token).catch(rejectLogout);
  await sessions.removeAll(subject, providerSession);
  return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } });
}

/**
 * Reports an invalid logout token as 400. While the database is down, throws the error again, because the provider can
 * repeat the request.
 */
function rejectLogout(error: unknown): never {
  if (error instanceof DatabaseUnavailable) throw error;
  return fail(400, 'the logout token is not valid, or cannot be verified now');
}

/** Reports a network error as 503, and any other error as a failed login. */
function rejectSignIn(error: unknown): never {
  const isNetwork = error instanceof TypeError || (error as { readonly code?: string }).code === 'OAUTH_TIMEOUT';
  return isNetwork ? unavailable() : fail(403, 'the identity provider did not confirm the login');
}

function unavailable(): never {
  return fail(503, 'the identity provider is not available', { headers: { 'retry-after': '10' } });
}

function newLogin(to: string): PendingLogin {
  return { state: newSecret(), nonce: newSecret(), verifier: newSecret(), to };
}

/**
 * Allows only paths of the gateway itself: browsers read `//host` and `/\host` as other hosts. Limits the
 * length, because the path is stored in the login cookie, and browsers accept at most 4096 bytes in a cookie.
 */
function pathOf(to: string | null): string {
  return to !== null && /^\/(?![/\\])[\x20-\x7e]{0,1500}$/.test(to) ? to : '/';
}

function redirect(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const one of cookies) headers.append('set-cookie', one);
  return new Response(null, { status: 303, headers });
}
