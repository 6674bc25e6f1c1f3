import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logFolder } from './tools/paths.ts';

export interface Daemon {
  readonly name: string;
  readonly log: string;
  readonly pid: number;
  running(): boolean;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const daemons = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of daemons) child.kill('SIGKILL');
});

/** Starts a program that writes to a log file. It stops with this process, even if this process is killed. */
export function startDaemon(
  name: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Daemon {
  mkdirSync(logFolder, { recursive: true });
  const log = resolve(logFolder, `${name}.log`);
  const file = openSync(log, 'w');
  // The exit handler does not run if this process is killed. Then the kernel kills the program.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    stdio: ['ignore', file, file],
    env: { ...process.env, ...env },
  });
  closeSync(file);
  daemons.add(child);
  const ended = new Promise<void>((done) => child.once('close', () => done()).once('error', () => done()));
  ended.then(() => daemons.delete(child));
  return {
    name,
    log,
    pid: child.pid ?? 0,
    running: () => daemons.has(child),
    signal: (signal) => void child.kill(signal),
    stop: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** All ports remain open until the last one is found, so that the ports of one call differ. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))));
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Retries until the answer is not undefined. On timeout, the error names what it waited for. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(100);
  }
}
