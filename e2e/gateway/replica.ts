import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';
import { request } from 'undici';
import type { Config } from '../../build/gateway-contract.ts';
import { printYaml } from '../../yaml/print-yaml.ts';
import { type Daemon, eventually, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';

/** A gateway in a process of its own, behind the address that all replicas share. */
export interface Replica {
  readonly port: number;
  readonly daemon: Daemon;
  /** Sends a request of a browser to this replica. */
  readonly respond: (url: string, options: RequestInit) => Promise<Response>;
}

export interface ReplicaOptions {
  readonly name: string;
  readonly port: number;
  readonly config: Omit<Config, 'listen'>;
  readonly environment: Readonly<Record<string, string>>;
}

export async function startReplica({ name, port, config, environment }: ReplicaOptions): Promise<Replica> {
  const file = join(temporaryFolder('leasehold-replica-'), 'gateway.yaml');
  writeFileSync(file, `${printYaml({ ...config, listen: { host: '127.0.0.1', port } }, 0).trimStart()}\n`);
  const args = [resolve('dist/leasehold.mjs'), 'gateway', '--config', file];
  const daemon = startDaemon(name, process.execPath, args, environment);
  const respond: Replica['respond'] = (url, options) => respondFrom(port, url, options);
  await eventually(`${name} listens`, () =>
    respond('http://127.0.0.1/healthz', {}).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  return { port, daemon, respond };
}

/** The Host header is that of the shared address. */
async function respondFrom(port: number, url: string, { method = 'GET', headers, body }: RequestInit) {
  const { pathname, search, host } = new URL(url);
  const answer = await request(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: method as 'GET',
    headers: { host, ...typed(body), ...(headers as Record<string, string>) },
    body: body === undefined || body === null ? null : String(body),
  });
  const all = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const text = await answer.body.text();
  return new Response(text === '' ? null : text, { status: answer.statusCode, headers: all });
}

function typed(body: RequestInit['body']): Readonly<Record<string, string>> {
  return body instanceof URLSearchParams ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
}

/** A proxy to the API of a forge, which can stop answering. It forwards every request as a GET request without a body. */
export interface StallingProxy {
  readonly url: string;
  /** Holds requests for which the function returns true, and resolves when the first one arrives. */
  readonly hold: (isHeld: (method: string, path: string) => boolean) => Promise<void>;
  readonly close: () => void;
}

export async function startStallingProxy(target: string): Promise<StallingProxy> {
  let isHeld = (_method: string, _path: string) => false;
  let onHeld = () => {};
  const server: Server = createServer(async ({ method = 'GET', url = '/', headers }, response) => {
    if (isHeld(method, url)) return onHeld();
    const { authorization = '' } = headers;
    const answer = await request(`${target}${url}`, { headers: { authorization } });
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(await answer.body.text());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    hold: (wanted) => {
      isHeld = wanted;
      return new Promise((done) => {
        onHeld = done;
      });
    },
    close: () => server.closeAllConnections(),
  };
}
