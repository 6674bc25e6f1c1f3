import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listAt, textAt } from '../../data/tree.ts';
import type { KubeObject } from '../manifests.ts';

export interface Front {
  readonly stop: () => void;
}

interface Rule {
  readonly path: string;
  readonly service: string;
}

/** One host in front of the Services, with the paths of the rendered Ingresses. `ports` are the local ports of the Services. */
export function startFront(
  port: number,
  ports: Readonly<Record<string, number>>,
  objects: readonly KubeObject[],
): Promise<Front> {
  const rules = rulesOf(objects);
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?');
    const rule = rules.find((one) => isBelow(path, one.path));
    pass(incoming, outgoing, ports[rule?.service ?? ''] ?? 0);
  });
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done({ stop: () => server.close() })));
}

/** The longest path first, as ingress controllers choose it. */
function rulesOf(objects: readonly KubeObject[]): readonly Rule[] {
  const routes = objects.filter(({ kind }) => kind === 'Ingress').flatMap(({ spec }) => listAt(spec, 'rules'));
  const paths = routes.flatMap((rule) => listAt(rule, 'http', 'paths'));
  const rules = paths.map((one) => ({ path: textAt(one, 'path'), service: textAt(one, 'backend', 'service', 'name') }));
  return rules.toSorted((one, other) => other.path.length - one.path.length);
}

/** Whether a path matches a rule with the path type Prefix. */
function isBelow(path: string, prefix: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
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
