import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveGit } from './git-http.ts';
import { answerGraphql, graphqlViolations } from './graphql.ts';
import { violationsOf } from './published-api.ts';
import { makeRepository } from './repository.ts';
import { answerRest } from './rest.ts';
import { fullName, makeState, type Reply, type State, type Token } from './state.ts';

/** Replaces or delays the response to one request. Called before the server handles the request. */
export type Interceptor = (call: ApiCall) => Reply | { readonly delay: number } | undefined;

export interface ApiCall {
  readonly method: string;
  /** Relative to the URL of the API, with the query; `/graphql` for GraphQL. */
  readonly path: string;
  readonly body: unknown;
}

/** A server that behaves like GitHub and hosts a single, real Git repository. */
export interface GitHubServer extends State {
  readonly url: string;
  /** All API calls so far. */
  readonly calls: ApiCall[];
  /** How the calls violate GitHub's published API descriptions. A test asserts that there are none. */
  readonly violations: string[];
  /** The size of each response to git, in bytes. */
  readonly gitResponseSizes: number[];
  /** Called in order before each call, until one of them returns a response or a delay. That one is then removed. */
  readonly interceptors: Interceptor[];
  /** HTTP statuses with which the next requests of git fail, one for each request. */
  readonly gitFailures: number[];
  /**
   * Selects calls that the server handles but answers with 502, as if a proxy had lost the response. Each entry applies
   * once.
   */
  readonly lostResponses: ((call: ApiCall) => boolean)[];
  close(): Promise<void>;
}

export async function startGitHub(): Promise<GitHubServer> {
  const state = makeState(makeRepository());
  const context: Context = {
    ...state,
    calls: [],
    violations: [],
    interceptors: [],
    gitResponseSizes: [],
    gitFailures: [],
    lostResponses: [],
  };
  const server = createServer((request, response) => {
    handle(context, request, response).catch((error: unknown) => {
      context.violations.push(String(error));
      response.writeHead(500).end(JSON.stringify({ message: String(error) }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    state.repository.close();
    return new Promise<void>((done) => server.close(() => done()));
  };
  return Object.assign(context, { url: `http://127.0.0.1:${port}`, close });
}

type Context = Omit<GitHubServer, 'url' | 'close'>;

async function handle(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (url.pathname.startsWith(`/${fullName}`)) return gitRequest(context, request, response);
  const api = /^\/api(?:\/v3)?(\/.*)$/.exec(url.pathname)?.[1] ?? url.pathname;
  const text = await readAll(request);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const call = { method: request.method ?? '', path: api + url.search, body };
  context.calls.push(call);
  const found = (await intercept(context, call)) ?? answer(context, { call, url, api, request });
  const lost = context.lostResponses.findIndex((loses) => loses(call));
  const reply = lost < 0 ? found : { status: 502, body: { message: 'Server Error' } };
  if (lost >= 0) context.lostResponses.splice(lost, 1);
  response.writeHead(reply.status, { 'content-type': 'application/json; charset=utf-8', ...reply.headers });
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}

async function intercept({ interceptors }: Context, call: ApiCall): Promise<Reply | undefined> {
  for (const [index, interceptor] of interceptors.entries()) {
    const found = interceptor(call);
    if (!found) continue;
    interceptors.splice(index, 1);
    if ('status' in found) return found;
    await sleep(found.delay);
    return undefined;
  }
  return undefined;
}

interface ApiRequest {
  readonly call: ApiCall;
  readonly url: URL;
  readonly api: string;
  readonly request: IncomingMessage;
}

function answer(context: Context, { call, url, api, request }: ApiRequest): Reply {
  const { headers } = request;
  const name = /^(?:token|bearer) (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const token = context.tokens.get(name);
  if (!token) return { status: 401, body: { message: 'Bad credentials' } };
  const agent = headers['user-agent'];
  if (!agent?.startsWith('leasehold/'))
    context.violations.push(`the user agent is ${agent}; it must start with leasehold/`);
  if (api === '/graphql') return graphql(context, token, call.body);
  const version = headers['x-github-api-version'];
  if (version !== '2022-11-28') context.violations.push(`the API version is ${version}; it must be 2022-11-28`);
  const rest = { method: call.method, path: api, query: url.searchParams, body: call.body };
  context.violations.push(...violationsOf(rest));
  return answerRest(context, token, rest);
}

function graphql(context: Context, token: Token, body: unknown): Reply {
  const query = body as Parameters<typeof graphqlViolations>[0];
  context.violations.push(...graphqlViolations(query));
  return answerGraphql(context, token, query);
}

/** Reads are public. A push requires a token with write access. */
function gitRequest(context: Context, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://localhost');
  const failure = context.gitFailures.shift();
  if (failure !== undefined) {
    response.writeHead(failure).end();
    return;
  }
  const isPush = url.pathname.endsWith('/git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack';
  const [, basic = ''] = /^basic (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const token = context.tokens.get(Buffer.from(basic, 'base64').toString().replace('x-access-token:', ''));
  if (isPush && token?.contents !== 'write') {
    response.writeHead(token ? 403 : 401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
    return;
  }
  const { folder } = context.repository;
  const path = `/${folder.split('/').at(-1)}${url.pathname.slice(fullName.length + 1)}`;
  serveGit({ folder, path }, request, response, (bytes) => context.gitResponseSizes.push(bytes));
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
