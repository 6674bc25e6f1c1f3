import { randomBytes } from 'node:crypto';
import { limitedText } from '../answer/limited-text.ts';
import { fail, problem, problemResponse } from '../answer/problem.ts';
import { cookieOf, type Door } from './door.ts';
import type { Login, Provider } from './oidc.ts';
import type { Sessions } from './sessions.ts';

export interface OidcDoorOptions {
  readonly provider: Provider;
  readonly sessions: Sessions;
  /** The origin in browsers. */
  readonly origin: string;
  readonly now: () => number;
}

interface Pending extends Login {
  /** The secret in the cookie of the browser that started the login. */
  readonly browser: string;
  readonly to: string;
  readonly until: number;
}

/** Browsers send cookies with this prefix only to the host that set them [sources: cookies-1]. */
const cookie = '__Host-leasehold';
const loginCookie = '__Host-leasehold-login';
const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** The time limit of a login in milliseconds, and the maximum number of pending logins. */
const loginTimeout = 600_000;
const mostLogins = 10_000;

interface Context extends OidcDoorOptions {
  /** Logins in progress, by their `state` parameter. */
  readonly pending: Map<string, Pending>;
}

type Page = (request: Request, url: URL, context: Context) => Promise<Response>;

const pages: Readonly<Record<string, Page>> = {
  'GET /auth/login': beginLogin,
  'GET /auth/callback': endLogin,
  'POST /auth/logout': logOut,
  'POST /auth/backchannel-logout': endSessions,
};

/** Signs people in with an OpenID Connect provider: authorization code flow with PKCE. No token reaches the browser. */
export function oidcDoor(options: OidcDoorOptions): Door {
  const { provider, origin } = options;
  const context: Context = { ...options, pending: new Map() };
  return {
    ...{ origin, cookie, cookieAttributes: attributes, signOut: '/auth/logout' },
    isOwnHost: (host) => host === new URL(origin).host,
    bearer: (token) => provider.bearer(token).catch(() => undefined),
    isReady: () =>
      provider.logoutUrl().then(
        () => true,
        () => false,
      ),
    refusal: (request) => {
      const { pathname, search } = new URL(request.url);
      const isPage = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html');
      if (!isPage) return problemResponse(problem(401), pathname);
      return redirect(`/auth/login?to=${encodeURIComponent(pathname + search)}`);
    },
    answer: async (request) => {
      const url = new URL(request.url);
      return pages[`${request.method} ${url.pathname}`]?.(request, url, context);
    },
  };
}

async function beginLogin(_: Request, url: URL, { provider, pending, now }: Context): Promise<Response> {
  const login = newLogin(pathOf(url.searchParams.get('to')), now() + loginTimeout);
  pending.set(login.state, login);
  const [oldest] = pending.keys();
  if (pending.size > mostLogins && oldest !== undefined) pending.delete(oldest);
  const address = await provider.loginUrl(login).catch(() => unavailable());
  return redirect(address.href, `${loginCookie}=${login.browser}; ${attributes}; Max-Age=600`);
}

async function endLogin(request: Request, url: URL, context: Context): Promise<Response> {
  const { provider, sessions, origin, pending, now } = context;
  const state = url.searchParams.get('state') ?? '';
  const login = pending.get(state);
  pending.delete(state);
  const isOwn = login !== undefined && login.until > now() && cookieOf(request, loginCookie) === login.browser;
  if (!isOwn) return fail(403, 'the login did not start in this browser, or took too long; start again at /auth/login');
  const found = await provider.signIn(new URL(`${origin}${url.pathname}${url.search}`), login).catch(refuse);
  if (!found) return fail(403, 'the token of the identity provider contains no user name');
  const secret = sessions.add(found.session, found.refresh);
  return redirect(login.to, `${cookie}=${secret}; ${attributes}; Max-Age=28800`);
}

async function logOut(request: Request, _: URL, { provider, sessions, origin }: Context): Promise<Response> {
  if (request.headers.get('origin') !== origin) return fail(403, 'the request comes from a page of another site');
  sessions.remove(cookieOf(request, cookie));
  const to = await provider.logoutUrl().catch(() => undefined);
  const headers = { 'set-cookie': `${cookie}=; ${attributes}; Max-Age=0`, 'content-type': 'application/json' };
  return new Response(JSON.stringify({ to }), { headers });
}

/** Handles a back-channel logout of the provider [sources: oidc-1]. */
async function endSessions(request: Request, _: URL, { provider, sessions }: Context): Promise<Response> {
  const text = await limitedText(request, 20_000);
  const token = new URLSearchParams(text).get('logout_token') ?? '';
  const { subject, sid } = await provider.ended(token).catch(() => fail(400, 'the logout token is not valid'));
  sessions.removeAll(subject, sid);
  return new Response(null, { status: 200, headers: { 'cache-control': 'no-store' } });
}

/** Reports a network error as 503, and any other error as a failed login. */
function refuse(error: unknown): never {
  const isNetwork = error instanceof TypeError || (error as { readonly code?: string }).code === 'OAUTH_TIMEOUT';
  return isNetwork
    ? unavailable()
    : fail(403, 'the identity provider did not confirm the login; start again at /auth/login');
}

function unavailable(): never {
  return fail(503, 'the identity provider is not available', { headers: { 'retry-after': '10' } });
}

function newLogin(to: string, until: number): Pending {
  const secret = () => randomBytes(32).toString('base64url');
  return { state: secret(), nonce: secret(), verifier: secret(), browser: secret(), to, until };
}

/** Allows only paths of the gateway itself: browsers read `//host` and `/\host` as other hosts. */
function pathOf(to: string | null): string {
  return to !== null && /^\/(?![/\\])[\x20-\x7e]*$/.test(to) ? to : '/';
}

function redirect(location: string, setCookie?: string): Response {
  const headers = {
    location,
    'cache-control': 'no-store',
    ...(setCookie === undefined ? {} : { 'set-cookie': setCookie }),
  };
  return new Response(null, { status: 303, headers });
}
