import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, freePorts, startDaemon } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { runAsPostgres, serverProgram } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';
import { names, type Secrets } from './programs.ts';
import { podOf, type RenderedPod } from './rendered-pod.ts';

/** A PostgreSQL server that is initialized like the one in the image and started with the rendered arguments. */
export interface PostgresServer {
  readonly port: number;
  /** Runs SQL over TCP with a password. Returns the output of psql. */
  psql(login: Login, sql: string): { readonly status: number; readonly text: string };
  /** Runs the script that the image runs at the first start. */
  runScript(): void;
  /** Configures the server to accept TLS connections too. */
  useTls(certificate: { readonly key: string; readonly cert: string }): void;
}

export interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export async function startPostgresPod(objects: readonly KubeObject[], secrets: Secrets): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1);
  const pod = await podOf(names.postgres, { objects, secrets, here: { 'port=5432': `port=${port}` } });
  const folder = temporaryFolder('leasehold-pgdata-');
  chownToPostgres(folder);
  const data = initialize(folder, pod);
  const [program = '', ...args] = pod.args;
  const server = [serverProgram(program), ...args, '-D', data, '-k', folder];
  startDaemon('platform-postgres', 'setpriv', [
    '--reuid',
    'postgres',
    '--regid',
    'postgres',
    '--clear-groups',
    ...server,
  ]);
  await eventually('PostgreSQL accepts connections', async () => isReady(port) || undefined);
  const script = join(pod.folder('/docker-entrypoint-initdb.d'), 'create-database.sh');
  const socket = { ...process.env, ...pod.env, PGHOST: folder, PGPORT: String(port) };
  const runScript = () => void execFileSync('bash', [script], { env: socket, stdio: 'pipe' });
  runScript();
  const useTls = ({ key, cert }: { readonly key: string; readonly cert: string }) => {
    for (const [file, text] of Object.entries({ key, cert })) writeForPostgres(join(data, `server.${file}`), text);
    const settings = ["ssl_key_file = 'server.key'", "ssl_cert_file = 'server.cert'", 'ssl = on'];
    const sql = [...settings.map((one) => `ALTER SYSTEM SET ${one}`), 'SELECT pg_reload_conf()'];
    execFileSync('psql', ['-qtAX', '-U', 'postgres', '-d', 'postgres', ...sql.flatMap((one) => ['-c', one])], {
      env: socket,
    });
  };
  return { port, runScript, useTls, psql: (login, sql) => psql(port, login, sql) };
}

/** The image reads the password of the superuser from the environment. Connections over TCP require a password. */
function initialize(folder: string, { env }: RenderedPod): string {
  const data = join(folder, 'data');
  const file = join(folder, 'password');
  writeForPostgres(file, `${env['POSTGRES_PASSWORD']}\n`);
  const access = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${file}`];
  runAsPostgres(serverProgram('initdb'), '-D', data, '-U', 'postgres', ...access);
  return data;
}

function isReady(port: number): boolean {
  return spawnSync('pg_isready', ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
}

function psql(port: number, { user, password, database }: Login, sql: string) {
  const target = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', database, '-w', '-qtA', '-c', sql];
  const env = { ...process.env, PGPASSWORD: password };
  const { status, stdout, stderr } = spawnSync('psql', target, { encoding: 'utf8', env });
  return { status: status ?? 1, text: `${stdout}${stderr}`.trim() };
}

function writeForPostgres(file: string, text: string): void {
  writeFileSync(file, text);
  chownToPostgres(file);
}

function chownToPostgres(path: string): void {
  if (process.getuid?.() !== 0) return;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  chownSync(path, id('-u'), id('-g'));
  chmodSync(path, 0o700);
}
