import { createServer, type Server, type ServerResponse } from 'node:http';

export interface Pages {
  /** Reasons why the sidecar is not ready, one per entry. Empty if it is ready. */
  readonly problems: () => readonly string[];
  readonly metrics: () => string;
}

/** Serves `/healthz`, `/readyz` and `/metrics`. A sidecar that is not ready is healthy: a restart would not help. */
export function serve(port: number, pages: Pages): Server {
  const server = createServer(({ url }, response) => {
    if (url === '/healthz') return send(response, 200, 'ok\n');
    if (url === '/metrics') return send(response, 200, pages.metrics());
    if (url !== '/readyz') return send(response, 404, 'not found\n');
    const problems = pages.problems();
    return send(
      response,
      problems.length === 0 ? 200 : 503,
      problems.length === 0 ? 'ok\n' : `${problems.join('\n')}\n`,
    );
  });
  return server.listen(port);
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
