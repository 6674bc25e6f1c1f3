import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';

export interface Answer {
  readonly status: number;
  /** The object, the list, or the Status with the error. A body that is not JSON becomes `message`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The warnings of the API server, without code and agent. */
  readonly warnings: readonly string[];
}

export interface Request {
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** The API of one cluster as one user. Paths are those of the Kubernetes API. */
export interface Api {
  request(method: string, path: string, request?: Request): Promise<Answer>;
  /** The same server as another user, whom the current user must be allowed to impersonate. */
  as(user: string, ...groups: readonly string[]): Api;
}

export interface Connection {
  readonly server: string;
  readonly ca: string;
  readonly token: string;
}

export function connect(connection: Connection): Api {
  const agent = new Agent({ ca: connection.ca, keepAlive: true, maxSockets: 32 });
  return apiOf(connection, agent, { authorization: `Bearer ${connection.token}` });
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

function apiOf(connection: Connection, agent: Agent, headers: Headers): Api {
  return {
    request: (method, path, request = {}) => {
      const url = new URL(path, connection.server);
      for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
      return send(url, method, request, { agent, headers });
    },
    as: (user, ...groups) =>
      apiOf(connection, agent, { ...headers, 'impersonate-user': user, 'impersonate-group': groups }),
  };
}

interface Transport {
  readonly agent: Agent;
  readonly headers: Headers;
}

function send(url: URL, method: string, request: Request, transport: Transport): Promise<Answer> {
  const { agent, headers } = transport;
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const own = {
    accept: request.accept ?? 'application/json',
    'content-type': request.contentType ?? 'application/json',
  };
  return new Promise((done, fail) => {
    const sent = httpsRequest(url, { method, agent, headers: { ...headers, ...own } as Record<string, string> });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The server can close an idle connection while it is being reused. In this case, it has not read the request.
      if (sent.reusedSocket && error.code === 'ECONNRESET') send(url, method, request, transport).then(done, fail);
      else fail(error);
    });
    sent.once('response', (response) => read(response).then(done, fail));
    sent.end(body);
  });
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = response.headers['content-type']?.includes('json');
  const body = isJson ? (JSON.parse(text) as Answer['body']) : { message: text };
  return { status: response.statusCode ?? 0, body, warnings: warningsOf(response) };
}

/** Parses `299 - "message"`: several of them are joined by commas, and quotes inside are escaped. */
function warningsOf({ headers }: IncomingMessage): readonly string[] {
  const found = String(headers['warning'] ?? '').matchAll(/299 \S+ ("(?:[^"\\]|\\.)*")/g);
  return [...found].map(([, quoted = '""']) => JSON.parse(quoted) as string);
}
