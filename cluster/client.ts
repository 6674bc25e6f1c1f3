import { Agent, type Dispatcher, request } from 'undici';
import { isMapping, textAt } from '../data/tree.ts';
import { boundedText } from '../io/bounded-text.ts';
import { type Answer, type Failure, failedConnection, failure, notAnswered } from './answer.ts';
import { jsonLines } from './json-lines.ts';
import { pageOf, type ReadPage } from './list.ts';
import { readItems } from './list-items.ts';

export interface Connection {
  /** The URL, such as `https://10.0.0.1:443`. */
  readonly server: string;
  /** PEM certificates of the authorities that can sign the server's certificate. */
  readonly ca: string;
  /** The bearer token. Each request calls this function, because Kubernetes replaces the token before it expires. */
  readonly token: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The API of one cluster. Paths are those of the Kubernetes API, with their query. No method throws. */
export interface Client {
  readonly get: (path: string) => Promise<Answer>;
  /** A page of a list. Passes each object on as soon as it is complete, so that a page needs little memory. */
  readonly list: ReadPage;
  readonly post: (path: string, body: unknown) => Promise<Answer>;
  /** A JSON merge patch. If it contains `metadata.resourceVersion`, a change since that version causes a conflict (409). */
  readonly patch: (path: string, body: unknown) => Promise<Answer>;
  /** A request to which the server responds with one JSON value per line until either side ends it. */
  readonly stream: (path: string, signal: AbortSignal) => Promise<Failure | Stream>;
  /** Milliseconds by which the clock of the server was ahead in its last response outside streams; negative if it was behind. */
  readonly clockOffset: () => number;
  readonly close: () => Promise<void>;
}

export interface Stream {
  readonly ok: true;
  /** Throws if the connection breaks, or a SyntaxError if a line is not JSON or too long. */
  readonly values: AsyncIterable<unknown>;
}

/** Timeouts in milliseconds. A watch is silent for about a minute at most, because the server sends bookmarks. */
const timeouts = { connect: 10_000, answer: 30_000, silence: 150_000 } as const;

const userAgent = 'leasehold';

/** `connections` limits the number of concurrent requests, including watches. */
export function connect({ server, ca, token, now }: Connection, connections = 32): Client {
  const dispatcher = new Agent({ connect: { ca, timeout: timeouts.connect }, connections });
  const headers = () => ({ authorization: `Bearer ${token()}`, 'user-agent': userAgent, accept: 'application/json' });
  let offset = 0;
  const noteClock = ({ headers: { date } }: Dispatcher.ResponseData) => {
    const time = Date.parse(firstOf(date) ?? '');
    if (!Number.isNaN(time)) offset = time - now();
  };
  const send = async <T>({ method, path, body, read }: Sent<T>): Promise<T | Failure> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const options = { method, dispatcher, headers: { ...headers(), 'content-type': type }, ...content };
      const limits = { headersTimeout: timeouts.answer, bodyTimeout: timeouts.answer };
      const response = await request(`${server}${path}`, { ...options, ...limits });
      noteClock(response);
      const { statusCode: status } = response;
      return status >= 200 && status < 300 ? await read(response) : await failureOf(response);
    } catch (error) {
      return failedConnection(error);
    }
  };
  return {
    get: (path) => send({ method: 'GET', path, read: answerOf }),
    list: (path, onItem) =>
      send({ method: 'GET', path, read: async ({ body }) => pageOf(await readItems(body, onItem)) }),
    post: (path, body) => send({ method: 'POST', path, body, read: mappingOf }),
    patch: (path, body) => send({ method: 'PATCH', path, body, read: answerOf }),
    stream: async (path, signal) => {
      try {
        const limits = { headersTimeout: timeouts.silence, bodyTimeout: timeouts.silence };
        return await streamOf(await request(`${server}${path}`, { dispatcher, headers: headers(), signal, ...limits }));
      } catch (error) {
        return failedConnection(error);
      }
    },
    clockOffset: () => offset,
    close: () => dispatcher.destroy(),
  };
}

interface Sent<T> {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  /** Reads the response to a request that succeeded. */
  readonly read: (response: Dispatcher.ResponseData) => Promise<T | Failure>;
}

/** The maximum size of a response without a list or a watch, in bytes. By default, etcd stores no object larger than 1.5 MiB. */
const largestObject = 16 * 1024 * 1024;

async function answerOf(response: Dispatcher.ResponseData): Promise<Answer> {
  const answer = await mappingOf(response);
  return answer.ok && textAt(answer.body, 'kind') === '' ? notAnswered('with an object') : answer;
}

/** Also accepts a response without a kind, such as that of the Tenants API of MTO behind the API server. */
async function mappingOf({ statusCode: status, body }: Dispatcher.ResponseData): Promise<Answer> {
  const content = JSON.parse(await boundedText(body, largestObject)) as unknown;
  return isMapping(content) ? { ok: true, status, body: content } : notAnswered('with an object');
}

async function failureOf({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<Failure> {
  return failure(status, parsed(await boundedText(body, largestObject)), firstOf(headers['retry-after']));
}

async function streamOf(response: Dispatcher.ResponseData): Promise<Failure | Stream> {
  return response.statusCode === 200 ? { ok: true, values: jsonLines(response.body) } : failureOf(response);
}

/** Parses the body of a failure, which can also be the HTML page of a proxy. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { message: text.slice(0, 200) };
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
