import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { type IdentityProvider, startIdentityProvider } from '../../test/gateway/identity-provider.ts';
import { suite } from '../../test/harness.ts';
import { quickest } from '../../test/quickest.ts';
import { repositoryOf } from '../console/many-tenants.ts';
import { type Daemon, eventually, freePorts, startDaemon } from '../daemon.ts';
import { temporaryFolder } from '../temporary.ts';

const tenants = 10_000;
const [port = 0] = await freePorts(1);
/** The number of processes that want a processor. Each request waits for others. */
const crowd = Math.max(1, (loadavg()[0] ?? 0) / cpus().length);
const origin = `http://127.0.0.1:${port}`;
const provider = await startIdentityProvider(`${origin}/auth/callback`);

/** Milliseconds, and MiB. */
const limits = { start: 5000, page: 100, cost: 5, memory: 500 };

suite('the gateway at scale', (test) => {
  test('starts again, and lists 10,000 tenants 200 times a second', async () => {
    const config = writeConfig();
    const [admin, owner] = [await tokenFor('alex', ['admins']), await tokenFor('team-04242@corp.io', [])];
    const cold = await started(config, admin);
    console.log(`first start: ${cold.report}`);
    await cold.daemon.stop();
    const warm = await started(config, admin);
    assert.is((await list(owner)).total, 1);
    const before = processorTime(warm.daemon);
    let requests = 0;
    const best = await quickest(limits.page, async () => {
      const times = [...(await load(admin, 5)), ...(await load(owner, 5))].sort((a, b) => a - b);
      requests += times.length;
      return times[Math.floor(times.length * 0.99)] ?? 0;
    });
    const cost = (processorTime(warm.daemon) - before) / requests;
    const memory = Math.max(cold.memory, memoryOf(warm.daemon));
    console.log(`next start: ${warm.report}; p99 ${Math.round(best)} ms, ${cost.toFixed(1)} ms of CPU a request`);
    // Latency and the time of a start depend on what else the machine does; processor time hardly does.
    assert.ok(warm.cpu <= limits.start, `${warm.cpu} ms of CPU to start`);
    assert.ok(cost <= limits.cost, `${cost} ms of CPU a request`);
    assert.ok(best <= limits.page * crowd, `p99 ${best} ms`);
    assert.ok(memory <= limits.memory, `${memory} MiB`);
    await warm.daemon.stop();
    await provider.close();
  });
});

interface Started {
  readonly daemon: Daemon;
  /** Milliseconds of processor time until the first list. */
  readonly cpu: number;
  /** MiB. */
  readonly memory: number;
  readonly report: string;
}

async function started(config: string, token: string): Promise<Started> {
  const begun = performance.now();
  const daemon = startDaemon('gateway', process.execPath, ['dist/leasehold.mjs', 'gateway', '--config', config]);
  const first = await eventually('the gateway answers', async () => list(token).catch(() => undefined), 120);
  assert.is(first.total, tenants);
  const [time, cpu, memory] = [Math.round(performance.now() - begun), processorTime(daemon), memoryOf(daemon)];
  return { daemon, cpu, memory, report: `${time} ms, ${cpu} ms of CPU, ${memory} MiB` };
}

/** Milliseconds of each request, at 200 requests a second. Pages, searches and sorted lists alternate. */
async function load(token: string, seconds: number): Promise<readonly number[]> {
  const queries = ['?limit=100', '?q=team-042', '?sort=-name&limit=50', '?limit=20'];
  const running: Promise<number>[] = [];
  for (let index = 0; index < seconds * 200; index++) {
    running.push(timed(token, queries[index % queries.length] ?? ''));
    await sleep(index % 2 === 0 ? 5 : 4);
  }
  return Promise.all(running);
}

async function timed(token: string, query: string): Promise<number> {
  const start = performance.now();
  await list(token, query);
  return performance.now() - start;
}

async function list(token: string, query = ''): Promise<{ readonly total: number }> {
  const response = await fetch(`${origin}/api/v1/tenants${query}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as { readonly total: number };
}

function tokenFor(user: string, groups: readonly string[]): ReturnType<IdentityProvider['sign']> {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: provider.issuer, aud: 'api', sub: user, iat: now, exp: now + 3600 };
  return provider.sign({ ...claims, preferred_username: user, groups: [...groups] });
}

/** Milliseconds of processor time of a process, from ticks of 10 ms. */
function processorTime({ pid }: Daemon): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf({ pid }: Daemon): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kibibytes) / 1024);
}

function writeConfig(): string {
  const folder = temporaryFolder('leasehold-gateway-scale-');
  const config = {
    listen: { host: '127.0.0.1', port },
    publicUrl: origin,
    repository: { url: repository() },
    oidc: { issuer: provider.issuer, clientId: provider.clientId, audience: 'api' },
    roles: { admin: { groups: ['admins'] } },
    state: join(folder, 'changes.json'),
  };
  writeFileSync(join(folder, 'gateway.yaml'), JSON.stringify(config));
  return join(folder, 'gateway.yaml');
}

function repository(): string {
  const root = repositoryOf(tenants);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args]);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'add tenants');
  return root;
}
