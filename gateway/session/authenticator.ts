import type { Session } from './sessions.ts';

/** How people sign in. */
export interface Authenticator {
  /** The name of the cookie. */
  readonly cookie: string;
  /** The gateway's origin, as browsers see it: `https://tenants.example.com`. */
  readonly origin: string;
  /**
   * Whether a `Host` header names this gateway. The check prevents DNS rebinding: another site can use a name that resolves to
   * this machine.
   */
  readonly isOwnHost: (host: string) => boolean;
  /** The path that ends the session; undefined if the session lasts as long as the program. */
  readonly signOut?: string;
  /** Attributes of the cookie. */
  readonly cookieAttributes: string;
  /**
   * The session of a bearer token; undefined if the token is invalid, cannot be verified now, or tokens are not
   * accepted.
   */
  readonly bearer: (token: string) => Promise<Session | undefined>;
  /** Responds to requests that sign people in or out. Undefined for other requests. */
  readonly handle: (request: Request) => Promise<Response | undefined>;
  /** The response to a request for the console without a session. */
  readonly denial: (request: Request) => Response;
  /** Whether people can sign in: false until the gateway has read the metadata of the identity provider. */
  readonly isReady: () => Promise<boolean>;
}

/** The value of a cookie; empty if there is none. */
export function cookieOf(request: Request, name: string): string {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? '';
}
