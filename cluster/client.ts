import { Agent, type Dispatcher, request } from 'undici';
import { isMapping, textAt } from '../data/tree.ts';
import { boundedText } from '../io/bounded-text.ts';
import { type Answer, type Failure, failedConnection, failure, notAnswered } from './answer.ts';
import { jsonLines } from './json-lines.ts';
import { pageOf, type ReadPage } from './list.ts';
import { readItems, readSelected } from './list-items.ts';
import type { Fields, OnItem, Wanted } from './selection.ts';

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
  /** An object, or the selected parts of it. */
  readonly get: (path: string, selection?: Fields) => Promise<Answer>;
  /** A page of a list. Passes the selected parts of each object on as soon as they are complete. */
  readonly list: ReadPage;
  readonly post: (path: string, body: unknown) => Promise<Answer>;
  /**
   * A JSON merge patch. If it contains `metadata.resourceVersion`, a change since that version causes a conflict (409). The answer
   * does not contain the object.
   */
  readonly patch: (path: string, body: unknown) => Promise<Answer>;
  /** A watch: the server sends one event per line until either side ends it. Contains the selected parts of each object. */
  readonly stream: (path: string, signal: AbortSignal, wanted?: Wanted) => Promise<Failure | Stream>;
  /** Milliseconds by which the clock of the server was ahead in its last response outside streams; negative if it was behind. */
  readonly clockOffset: () => number;
  readonly close: () => Promise<void>;
}

export interface Stream {
  readonly ok: true;
  /** Throws if the connection breaks, or a SyntaxError if an event is not JSON. `isPartial` is set if fields are too large. */
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
    get: (path, selection) => send({ method: 'GET', path, read: objectReader(selection) }),
    list: (path, onItem, wanted = {}) => send({ method: 'GET', path, read: listReader(onItem, wanted) }),
    post: (path, body) => send({ method: 'POST', path, body, read: mappingOf }),
    patch: (path, body) => send({ method: 'PATCH', path, body, read: objectReader({}) }),
    stream: async (path, signal, wanted = {}) => {
      try {
        const limits = { headersTimeout: timeouts.silence, bodyTimeout: timeouts.silence };
        const options = { dispatcher, headers: headers(), signal, ...limits };
        return await streamOf(await request(`${server}${path}`, options), wanted);
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

/** The maximum size of a response that is parsed as a whole, in bytes. By default, etcd stores no object larger than 1.5 MiB. */
const largestObject = 16 * 1024 * 1024;

async function answerOf(response: Dispatcher.ResponseData): Promise<Answer> {
  return withKind(await mappingOf(response));
}

function objectReader(fields: Fields | undefined) {
  if (fields === undefined) return answerOf;
  return async ({ statusCode: status, body }: Dispatcher.ResponseData): Promise<Answer> =>
    withKind({ ok: true, status, body: await readSelected(body, { ...fields, kind: 'short' }) });
}

function listReader(onItem: OnItem, wanted: Wanted) {
  return async ({ body }: Dispatcher.ResponseData) => pageOf(await readItems(body, onItem, wanted));
}

function withKind(answer: Answer): Answer {
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

async function streamOf(response: Dispatcher.ResponseData, wanted: Wanted): Promise<Failure | Stream> {
  const { selection = true, maxSize } = wanted;
  if (response.statusCode !== 200) return failureOf(response);
  // The object of an event of type ERROR is a status with a code and a message.
  const object = typeof selection === 'object' ? { ...selection, code: true, message: true } : selection;
  return { ok: true, values: jsonLines(response.body, { type: true, object }, maxSize) };
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
