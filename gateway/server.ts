import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

type Respond = (request: Request) => Response | Promise<Response>;

export interface Listening {
  readonly port: number;
  /** Resolves when the server is closed. */
  readonly ended: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Serves a function from requests to responses. Rejects if the port is in use. */
export async function listen(respondAt: (port: number) => Respond, host: string, port: number): Promise<Listening> {
  let respond: Respond = () => new Response(null, { status: 503 });
  const server = createAdaptorServer({ fetch: (request: Request) => respond(request) }) as Server;
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
