import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The response for a path such as `/index.html`; undefined if the file does not exist. */
export type AnswerPath = (
  path: string,
) => { readonly type: string; readonly contents: Uint8Array | string } | undefined;

export interface Site {
  readonly answer: AnswerPath;
  /** 0 for any free port. */
  readonly port: number;
  /** Added to every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** The page for users without the link. */
  readonly refusal: string;
}

export interface Served {
  /** The URL with a token that opens the site once. */
  readonly url: string;
  /** Resolves when the user ends the program. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

const address = '127.0.0.1';

/**
 * Serves a site on this machine. Other users of the machine, and pages of other sites, do not know the token: it opens
 * the site once, and after that the browser has a cookie. Rejects if the port is in use.
 */
export async function serveSite(site: Site): Promise<Served> {
  const server = createServer();
  await listen(server, site.port);
  const { port } = server.address() as AddressInfo;
  const door = { token: newSecret(), session: newSecret(), cookie: `leasehold-${port}`, isOpen: true };
  server.on('request', (request, response) => handle({ request, response, site, door, port }));
  return {
    url: `http://${address}:${port}/?token=${door.token}`,
    ended: new Promise((done) => server.once('close', done)),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, address, () => {
      server.off('error', fail);
      done();
    });
  });
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly site: Site;
  readonly door: { readonly token: string; readonly session: string; readonly cookie: string; isOpen: boolean };
  readonly port: number;
}

function handle(visit: Visit): void {
  const { request, response, site, door, port } = visit;
  const headers = { ...site.headers, 'content-type': 'text/plain; charset=utf-8' };
  // A page of another site can send a request here through a host name that resolves to this machine.
  const isOwnHost = [`${address}:${port}`, `localhost:${port}`].includes(request.headers.host ?? '');
  const url = new URL(request.url ?? '/', `http://${address}:${port}`);
  if (!isOwnHost || !['GET', 'HEAD'].includes(request.method ?? '')) {
    response.writeHead(isOwnHost ? 405 : 421, headers).end();
  } else if (door.isOpen && isSame(url.searchParams.get('token') ?? '', door.token)) {
    door.isOpen = false;
    const cookie = `${door.cookie}=${door.session}; Path=/; HttpOnly; SameSite=Strict`;
    response.writeHead(303, { ...headers, location: '/', 'set-cookie': cookie }).end();
  } else if (!hasSession(request, door)) {
    response.writeHead(403, headers).end(site.refusal);
  } else {
    answerWith(url.pathname, visit);
  }
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

function hasSession({ headers }: IncomingMessage, { cookie, session }: Visit['door']): boolean {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.some(([name, value = '']) => name === cookie && isSame(value, session));
}

function answerWith(path: string, { request, response, site }: Visit): void {
  const text = { ...site.headers, 'content-type': 'text/plain; charset=utf-8' };
  try {
    const found = site.answer(path);
    if (!found) response.writeHead(404, text).end('File not found\n');
    else {
      response.writeHead(200, { ...site.headers, 'content-type': found.type });
      response.end(request.method === 'HEAD' ? undefined : found.contents);
    }
  } catch (error) {
    response.writeHead(500, text).end(`${error instanceof Error ? error.message : error}\n`);
  }
}
