import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { keepFewConnections } from '../io/few-connections.ts';
import { withFewRequests } from '../io/few-requests.ts';

/** `peer` is the address at the other end of the connection. */
type Respond = (request: Request, connection: { readonly peer: string }) => Response | Promise<Response>;

/** Limits in milliseconds: for the headers and the whole request of a client, and the interval at which they are checked. */
const limits = { headersTimeout: 10_000, requestTimeout: 60_000, connectionsCheckingInterval: 5000 };

/** The maximum number of connections. Each event stream needs one. */
const maxConnections = 2000;

export interface Listening {
  readonly port: number;
  /** Resolves when the server is closed. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves a function from requests to responses. Rejects if it cannot listen on the port. */
export async function listen(respondAt: (port: number) => Respond, host: string, port: number): Promise<Listening> {
  let respond: Respond = () => new Response(null, { status: 503 });
  const server = createAdaptorServer({
    fetch: (request, env) => respond(request, { peer: peerOf(env) }),
    serverOptions: limits,
    createServer: ((options: ServerOptions, listener: RequestListener) =>
      createServer(options, withFewRequests(listener))) as typeof createServer,
  }) as Server;
  keepFewConnections(server, maxConnections);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const found = (server.address() as AddressInfo).port;
  respond = respondAt(found);
  const ended = new Promise<void>((done) => server.once('close', () => done()));
  return {
    port: found,
    ended,
    close: () => {
      server.close();
      // Event streams stay open until their clients disconnect.
      server.closeAllConnections();
      return ended;
    },
  };
}

function peerOf(env: HttpBindings | Http2Bindings): string {
  return env.incoming.socket.remoteAddress ?? '';
}
