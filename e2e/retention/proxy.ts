import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request } from 'node:https';
import type { ControlPlane } from '../control-plane.ts';
import { makeCredentials } from '../credentials.ts';
import { freePorts } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';

/**
 * The result of a request: it passes, its connection fails before or after the server handles it, or it gets a
 * response.
 */
export type RequestOutcome = 'pass' | 'cut-before' | 'cut-after' | Answered;

export interface Answered {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message: string;
}

export interface PassingRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

export interface Proxy {
  readonly port: number;
  readonly ca: string;
  /** Closes all connections, including those of watches. */
  readonly cutAll: () => void;
  readonly stop: () => void;
}

/** A proxy in front of the API server that decides the result of each request. */
export async function startProxy(
  plane: ControlPlane,
  fateOf: (passing: PassingRequest) => RequestOutcome,
): Promise<Proxy> {
  const { key, certificate } = makeCredentials(temporaryFolder('leasehold-proxy-'));
  const [port = 0] = await freePorts(1);
  const ca = readFileSync(certificate, 'utf8');
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true });
  const server = createServer({ key: readFileSync(key), cert: ca }, (incoming, response) => {
    const fate = fateOf({ method: incoming.method ?? '', path: incoming.url ?? '' });
    if (fate === 'cut-before') incoming.socket.destroy();
    else if (typeof fate === 'object') answer(response, fate);
    else forward(new URL(incoming.url ?? '', plane.server), agent, { incoming, response, cut: fate === 'cut-after' });
  });
  server.listen(port, '127.0.0.1');
  const stop = () => {
    server.close();
    server.closeAllConnections();
    agent.destroy();
  };
  return { port, ca, cutAll: () => server.closeAllConnections(), stop };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** Whether the response never arrives. */
  readonly cut: boolean;
}

function forward(url: URL, agent: Agent, { incoming, response, cut }: Exchange): void {
  const { host: _, ...headers } = incoming.headers;
  const upstream = request(url, { method: incoming.method, headers, agent }, (answered) => {
    if (cut) {
      answered.resume().once('end', () => incoming.socket.destroy());
      return;
    }
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    // Otherwise Node sends the headers with the first event of a watch.
    response.flushHeaders();
    answered.pipe(response);
    answered.once('error', () => response.destroy());
  });
  upstream.once('error', () => response.destroy());
  response.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function answer(response: ServerResponse, { status, headers = {}, message }: Answered): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json' });
  response.end(JSON.stringify({ kind: 'Status', status: 'Failure', code: status, message }));
}
