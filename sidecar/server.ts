import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { keepFewConnections } from '../io/few-connections.ts';
import { withFewRequests } from '../io/few-requests.ts';

export interface Pages {
  /** Reasons why the sidecar is not ready, one per entry. Empty if it is ready. */
  readonly problems: () => readonly string[];
  readonly metrics: () => string;
}

/** Each connection uses memory, and every pod can connect in a cluster that does not enforce NetworkPolicies. */
const maxConnections = 64;

/** Limits in milliseconds: for the headers and the whole request of a client, and the interval at which they are checked. */
const limits = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5000 };

/** Serves `/healthz`, `/readyz` and `/metrics`. A sidecar that is not ready is healthy: a restart would not help. */
export function serve(port: number, pages: Pages): Server {
  const server = createServer(limits, withFewRequests(listenerFor(pages)));
  keepFewConnections(server, maxConnections);
  return server.listen(port);
}

function listenerFor(pages: Pages): RequestListener {
  return ({ url }, response) => {
    if (url === '/healthz') return send(response, 200, 'ok\n');
    if (url === '/metrics') return send(response, 200, pages.metrics());
    if (url !== '/readyz') return send(response, 404, 'not found\n');
    const problems = pages.problems();
    return send(
      response,
      problems.length === 0 ? 200 : 503,
      problems.length === 0 ? 'ok\n' : `${problems.join('\n')}\n`,
    );
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
