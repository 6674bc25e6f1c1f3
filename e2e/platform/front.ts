import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** The paths of the gateway on the host that it shares with Keycloak, as the rendered routes have them. */
const ofGateway = /^\/auth\/(?:login|callback|logout|backchannel-logout)(?:\/|$)/;

export interface Front {
  readonly stop: () => void;
}

/** One host in front of Keycloak and the gateway. */
export function startFront(port: number, gateway: number, keycloak: number): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?');
    const isKeycloak = path.startsWith('/auth/') && !ofGateway.test(path);
    pass(incoming, outgoing, isKeycloak ? keycloak : gateway);
  });
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done({ stop: () => server.close() })));
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(forwarded);
}
