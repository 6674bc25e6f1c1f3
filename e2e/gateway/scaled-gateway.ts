import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { type IdentityProvider, startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { repositoryOf } from '../console/many-tenants.ts';
import { type Daemon, eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';

const [port = 0] = await freePorts(1);
const origin = `http://127.0.0.1:${port}`;
export const provider = await startIdentityProvider(`${origin}/auth/callback`);

/** A running gateway, and the cost of its start. */
export interface Started {
  readonly daemon: Daemon;
  /** Milliseconds of processor time until the first list. */
  readonly cpu: number;
  /** The number of tenants. */
  readonly total: number;
  readonly report: string;
}

/** Starts the gateway of a configuration file. */
async function started(config: string, token: string): Promise<Started> {
  const begun = performance.now();
  const daemon = startDaemon('gateway', process.execPath, ['dist/leasehold.mjs', 'gateway', '--config', config]);
  const { total } = await eventually('the gateway answers', async () => list(token).catch(() => undefined), 120);
  const [time, cpu, memory] = [Math.round(performance.now() - begun), processorTime(daemon), memoryOf(daemon)];
  return { daemon, total, cpu, report: `${time} ms, ${cpu} ms of CPU, ${memory} MiB` };
}

/** Starts the gateway of a configuration file, and stops it even if a check fails, because the next one needs its port. */
export async function withStarted<Result>(
  config: string,
  token: string,
  use: (gateway: Started) => Promise<Result> | Result,
): Promise<Result> {
  const gateway = await started(config, token);
  try {
    return await use(gateway);
  } finally {
    await gateway.daemon.stop();
  }
}

/** Milliseconds of each request, at about 200 requests a second. Pages, searches and sorted lists alternate. */
export async function load(token: string, seconds: number): Promise<readonly number[]> {
  const queries = ['?limit=100', '?q=team-042', '?sort=-name&limit=50', '?limit=20'];
  const running: Promise<number>[] = [];
  for (let index = 0; index < seconds * 200; index++) {
    running.push(timed(() => list(token, queries[index % queries.length])));
    await sleep(index % 2 === 0 ? 5 : 4);
  }
  return Promise.all(running);
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

export async function list(token: string, query = ''): Promise<{ readonly total: number }> {
  const response = await fetch(`${origin}/api/v1/tenants${query}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as { readonly total: number };
}

let previews = 0;

/** Previews a further member of a tenant, as another administrator each time, because the time of each person is limited. */
export async function preview(): Promise<void> {
  previews += 1;
  const token = await tokenFor(`admin-${previews}`, ['admins']);
  const intent = { intent: 'add-member', tenant: 'team-00500', role: 'viewer', kind: 'group', name: `x${previews}` };
  const response = await fetch(`${origin}/api/v1/previews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ intent }),
  });
  const found = (await response.json()) as { readonly ok?: boolean; readonly changes?: readonly unknown[] };
  assert.ok(found.ok && (found.changes?.length ?? 0) > 0, JSON.stringify(found).slice(0, 1000));
}

export function share(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0;
}

export function tokenFor(user: string, groups: readonly string[]): ReturnType<IdentityProvider['sign']> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: provider.issuer, aud: 'api', sub: user, iat: now, exp: now + 3600 };
  return provider.sign({ ...claims, preferred_username: user, groups: [...groups] });
}

/** Milliseconds of processor time of a process, from ticks of 10 ms. */
export function processorTime({ pid }: Daemon): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** MiB. */
export function memoryOf({ pid }: Daemon): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kibibytes) / 1024);
}

/** The configuration file of a gateway over a new repository. */
export function writeConfig(tenants: number): string {
  const folder = temporaryFolder('leasehold-gateway-scale-');
  const config = {
    listen: { host: '127.0.0.1', port },
    publicUrl: origin,
    repository: { url: committedRepository(tenants) },
    oidc: { issuer: provider.issuer, clientId: provider.clientId, audience: 'api' },
    roles: { admin: { groups: ['admins'] } },
    state: join(folder, 'changes.json'),
  };
  writeFileSync(join(folder, 'gateway.yaml'), JSON.stringify(config));
  return join(folder, 'gateway.yaml');
}

function committedRepository(tenants: number): string {
  const root = repositoryOf(tenants);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args]);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'add tenants');
  return root;
}
