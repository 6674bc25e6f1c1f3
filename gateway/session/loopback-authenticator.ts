import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Authenticator } from './authenticator.ts';
import type { Session, Sessions } from './sessions.ts';

export interface LoopbackOptions {
  readonly port: number;
  readonly sessions: Sessions;
  /** The session of the user of this machine. */
  readonly session: Session;
  /** The page for everyone without the link. */
  readonly denial: string;
}

export interface LoopbackAuthenticator extends Authenticator {
  /** The link that opens the console once. */
  readonly link: string;
}

/** Signs in whoever opens the link first. Other users of the machine and other sites do not know its token. */
export function loopbackAuthenticator({ port, sessions, session, denial }: LoopbackOptions): LoopbackAuthenticator {
  const origin = `http://127.0.0.1:${port}`;
  const token = randomBytes(24).toString('base64url');
  const cookie = `leasehold-${port}`;
  const cookieAttributes = 'Path=/; HttpOnly; SameSite=Strict';
  let isOpen = true;
  return {
    origin,
    cookie,
    cookieAttributes,
    link: `${origin}/?token=${token}`,
    isOwnHost: (host) => [`127.0.0.1:${port}`, `localhost:${port}`].includes(host),
    bearer: async () => undefined,
    denial: () => new Response(denial, { status: 403, headers: { 'content-type': 'text/plain; charset=utf-8' } }),
    isReady: async () => true,
    handle: async (request) => {
      const url = new URL(request.url);
      if (url.pathname !== '/' || !isOpen || !isSame(url.searchParams.get('token') ?? '', token)) return undefined;
      isOpen = false;
      const secret = await sessions.add(session);
      const headers = { location: '/', 'set-cookie': `${cookie}=${secret}; ${cookieAttributes}` };
      return new Response(null, { status: 303, headers });
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
