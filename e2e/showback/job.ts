import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { catalogueText } from '../../cost/catalogue.ts';
import { temporaryFolder } from '../temporary.ts';
import { catalogue } from './ledger.ts';

const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
const catalogueFile = resolve(temporaryFolder('leasehold-showback-'), 'catalogue.json');
writeFileSync(catalogueFile, catalogueText(catalogue));

export interface JobOptions {
  readonly connectionString: string;
  readonly prometheus: string;
  readonly part?: 'usage' | 'fees';
  /** Options of Node. */
  readonly node?: readonly string[];
}

export interface Job {
  readonly ended: Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }>;
  kill(): void;
}

/** Starts the built program as the CronJob does. */
export function startJob({ connectionString, prometheus, part = 'usage', node = [] }: JobOptions): Job {
  const args = [
    ...node,
    program,
    'collect',
    part,
    '--catalogue',
    catalogueFile,
    '--prometheus',
    prometheus,
    '--settle',
    '0',
  ];
  const env = { ...process.env, POSTGRES_CONNECTION_STRING: connectionString, CLUSTER_ID: 'c' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (data: Buffer) => {
      out[name] += String(data);
    });
  const ended = new Promise<Awaited<Job['ended']>>((done) => child.once('close', (status) => done({ status, ...out })));
  return { ended, kill: () => void child.kill('SIGKILL') };
}

export interface Proxy {
  readonly connectionString: string;
  /** How many messages the job has sent. */
  messages(): number;
  stop(): Promise<void>;
}

/** A proxy between a job and PostgreSQL. It reports each message of the job before and after it forwards the message. */
export async function startProxy(
  connectionString: string,
  onMessage: (count: number, when: 'before' | 'after') => void,
): Promise<Proxy> {
  const target = new URL(connectionString);
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.on('data', (data) => {
      const number = ++count;
      onMessage(number, 'before');
      upstream.write(data, () => onMessage(number, 'after'));
    });
    upstream.on('data', (data) => void client.write(data));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    connectionString: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    messages: () => count,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
