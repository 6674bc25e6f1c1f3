import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { suite } from '../../test/harness.ts';
import { freePorts } from '../daemon.ts';
import { oneCore, startFakePrometheus } from '../showback/fake-prometheus.ts';
import { newAuthority } from './authority.ts';
import { gateway, startGateway } from './gateway-pod.ts';
import { startPostgresPod } from './postgres-pod.ts';
import { names, type Secrets } from './programs.ts';
import { podOf, renderPlatform } from './rendered-pod.ts';

const authority = newAuthority('corp');
const objects = [...renderPlatform('external-database.yaml'), authority.configMap];
const superuser = { user: 'postgres', password: 'p2', database: 'postgres' };
const server = await startPostgresPod(renderPlatform(), {
  [names.postgres]: { password: 'p1', 'postgres-password': superuser.password },
});
const prometheus = await startFakePrometheus(oneCore);
const publicUrl = 'https://mto.example.com';

suite('programs with an External PostgreSQL', (test) => {
  test('connect with the URL of the Secret, or with its keys for a server', async () => {
    const place = `127.0.0.1:${server.port}`;
    newDatabase('by_url');
    await storesAndShowsCosts({ dsn: `postgres://mto:p1@${place}/by_url`, host: 'unused.example.com' });
    newDatabase('by_keys');
    await storesAndShowsCosts(keysOf('by_keys'));
  });

  test('verify the certificate of the server if the Secret requires TLS', async () => {
    newDatabase('with_tls');
    const database = { ...keysOf('with_tls'), sslmode: 'require' };
    assert.match((await collect({ database })).stderr, 'does not support SSL');
    server.useTls(authority.certificate());
    assert.equal(await collect({ database }), { status: 0, stderr: '' });
    const untrusted = { NODE_EXTRA_CA_CERTS: '' };
    const { status, stderr } = await collect({ database }, untrusted);
    assert.equal([status, /certificate/.test(stderr)], [1, true], stderr);
    const unverified = { ...database, sslmode: 'no-verify' };
    assert.equal(await collect({ database: unverified }, untrusted), { status: 0, stderr: '' });
  });

  test('report a Secret without an address', async () => {
    const { status, stderr } = await collect({ database: {} });
    assert.is(status, 2);
    assert.match(stderr, 'set POSTGRES_CONNECTION_STRING to the connection string of the database, or set PGHOST');
    await prometheus.stop();
  });
});

function newDatabase(name: string): void {
  assert.equal(server.psql(superuser, `CREATE DATABASE ${name} OWNER mto`), { status: 0, text: '' });
}

function keysOf(database: string) {
  return { host: '127.0.0.1', port: String(server.port), username: 'mto', password: 'p1', database };
}

/** Runs the rendered job, which stores the cost of usage. */
async function collect(secrets: Secrets, more: Readonly<Record<string, string>> = {}) {
  const here = { 'http://prometheus.monitoring:9090': prometheus.url };
  const { args, env } = await podOf('tenant-operator-usage-cronjob', { objects, secrets, here });
  const program = resolve(import.meta.dirname, '../../dist/leasehold.mjs');
  const run = promisify(execFile)(process.execPath, [program, ...args, '--settle', '0'], { env: { ...env, ...more } });
  return run.then(
    ({ stderr }) => ({ status: 0, stderr }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ status: code, stderr }),
  );
}

async function storesAndShowsCosts(database: Readonly<Record<string, string>>): Promise<void> {
  assert.equal(await collect({ database }), { status: 0, stderr: '' });
  const provider = await startIdentityProvider(`${publicUrl}/auth/callback`);
  const [port = 0] = await freePorts(1);
  const own = { [gateway]: { 'git-token': 't1', 'oidc-client-secret': 's1' } };
  const session = { [`${gateway}-database`]: { 'session-secret': 's'.repeat(32) } };
  const pod = { objects, secrets: { ...own, ...session, database }, port, publicUrl };
  const daemon = await startGateway(pod, { 'https://id.example.com': provider.issuer });
  const claims = { sub: 'alex', preferred_username: 'alex', groups: ['platform-admins'], aud: 'mto' };
  const now = Math.floor(Date.now() / 1000);
  const token = await provider.sign({ ...claims, iss: provider.issuer, iat: now, exp: now + 300 });
  const bill = await costsFor(token, port);
  assert.equal(bill.lines, [
    { tenant: 'pay', cost: '5.000000' },
    { tenant: '', cost: '15.000000' },
  ]);
  await daemon.stop();
  await provider.close();
}

interface Bill {
  readonly lines: readonly { readonly tenant: string; readonly cost: string }[];
}

/** The API responds only to requests with the host name of the gateway, which `fetch` cannot set. */
async function costsFor(token: string, port: number): Promise<Bill> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const url = `http://127.0.0.1:${port}/api/v1/costs?from=${day(-1)}&to=${day(0)}`;
  const headers = [`Host: ${new URL(publicUrl).host}`, `Authorization: Bearer ${token}`];
  const args = ['--silent', '--fail-with-body', ...headers.flatMap((one) => ['--header', one]), url];
  const { stdout } = await promisify(execFile)('curl', args);
  const { lines } = JSON.parse(stdout) as Bill;
  return { lines: lines.map(({ tenant, cost }) => ({ tenant, cost })) };
}
