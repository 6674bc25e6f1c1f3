import type { Session } from './sessions.ts';

/** How people sign in. */
export interface Door {
  /** The name of the cookie. */
  readonly cookie: string;
  /** The origin in browsers: `https://tenants.example.com`. */
  readonly origin: string;
  /** `Host` headers of requests for the gateway. A page of another site can use a name that resolves to this machine. */
  readonly isOwnHost: (host: string) => boolean;
  /** Where a person can end the session; undefined if it lasts as long as the program. */
  readonly signOut?: string;
  /** Attributes of the cookie. */
  readonly cookieAttributes: string;
  /** The session of a bearer token; undefined if the token is not valid, or tokens are not accepted. */
  readonly bearer: (token: string) => Promise<Session | undefined>;
  /** Answers requests for `/auth/...` and, for a link with a token, any page. Undefined for other requests. */
  readonly answer: (request: Request) => Promise<Response | undefined>;
  /** The answer to a person without a session who asks for a page. */
  readonly refusal: (request: Request) => Response;
  /** Whether new people can sign in: false while the identity provider is not available. */
  readonly isReady: () => Promise<boolean>;
}

/** The value of a cookie; empty if there is none. */
export function cookieOf(request: Request, name: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
