import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, startDaemon } from './daemon.ts';
import { temporaryFolder } from './temporary.ts';

/** A PostgreSQL server with a superuser and a database named kryton. It accepts any password. */
export interface Postgres {
  readonly port: number;
  readonly data: string;
  sql(text: string, database?: string): string;
  /** Kills the server. */
  stop(): Promise<void>;
  /** Starts the stopped server with its data. */
  start(): Promise<void>;
  restart(): Promise<void>;
}

/** A program of Debian's newest PostgreSQL, which is not on the PATH. */
export function serverProgram(name: string): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => `${root}/${version}/bin/${name}`).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} of PostgreSQL is not installed; run: npx tsx e2e/tools/build.ts`);
  return found;
}

/** PostgreSQL refuses to run as root. */
const asPostgres = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'];

export function runAsPostgres(program: string, ...args: readonly string[]): string {
  const all = process.getuid?.() === 0 ? ['setpriv', ...asPostgres, program, ...args] : [program, ...args];
  const [command = '', ...rest] = all;
  return execFileSync(command, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' });
}

export async function startPostgres(): Promise<Postgres> {
  const folder = temporaryFolder('leasehold-postgres-');
  if (process.getuid?.() === 0) chownSync(folder, Number(idOf('-u')), Number(idOf('-g')));
  const data = resolve(folder, 'data');
  runAsPostgres(serverProgram('initdb'), '-D', data, '-U', 'kryton', '-A', 'trust');
  const [port = 0] = await freePorts(1);
  const server = [serverProgram('postgres'), '-D', data, '-k', folder, '-p', String(port), '-h', '127.0.0.1'];
  const [command = '', ...args] = process.getuid?.() === 0 ? ['setpriv', ...asPostgres, ...server] : server;
  let daemon = startDaemon('postgres', command, args);
  const sql = (text: string, database = 'kryton') => {
    const target = ['-h', '127.0.0.1', '-p', String(port), '-U', 'kryton', '-d', database];
    return execFileSync('psql', [...target, '-qtA', '-c', text], { encoding: 'utf8', stdio: 'pipe' }).trim();
  };
  await ready(() => sql('CREATE DATABASE kryton', 'postgres'));
  const stop = () => daemon.stop();
  const start = async () => {
    daemon = startDaemon('postgres', command, args);
    await ready(() => sql('SELECT 1'));
  };
  const restart = () => stop().then(start);
  return { port, data, sql, stop, start, restart };
}

function idOf(flag: string): string {
  return execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim();
}

async function ready(act: () => void): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    try {
      return act();
    } catch {
      await sleep(100);
    }
  }
  act();
}
