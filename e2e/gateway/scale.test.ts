import { cpus, loadavg } from 'node:os';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { quickest } from '../../test/quickest.ts';
import type { Daemon } from '../daemon.ts';
import {
  list,
  load,
  memoryOf,
  preview,
  processorTime,
  provider,
  type Started,
  share,
  timed,
  tokenFor,
  withStarted,
  writeConfig,
} from './scaled-gateway.ts';

/** The load of each processor. Requests wait for the other processes. */
const crowd = Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

/** How much slower this machine is than the one for which the limits were set. */
const slowness = Math.max(1, processorTimeOfLoop() / 250);

/** Milliseconds, and MiB. */
const limits = { start: 5000, page: 100, cost: 5, memory: 500 } as const;
const [admin, owner] = await Promise.all([tokenFor('alex', ['admins']), tokenFor('team-04242@corp.io', [])]);
const config = writeConfig(10_000);

suite('the gateway at scale', (test) => {
  test('starts again, and lists 10,000 tenants 200 times a second', async () => {
    await withStarted(config, admin, ({ daemon, total, report }) => {
      assert.is(total, 10_000);
      console.log(`first start: ${report}`);
      assert.ok(memoryOf(daemon) <= limits.memory, `${memoryOf(daemon)} MiB`);
    });
    await withStarted(config, admin, listsAtOnce);
  });

  test('previews a change among 10,000 tenants, and lists them meanwhile', async () => {
    await withStarted(config, admin, async ({ daemon }) => {
      const memory = await previewsWithin(700, daemon);
      assert.ok(memory <= limits.memory, `${memory} MiB`);
      let count = 0;
      const best = await quickest(limits.page * crowd * slowness, async () => {
        const loading = load(admin, 3);
        let isLoading = true;
        void loading.finally(() => {
          isLoading = false;
        });
        for (; isLoading; count++) await preview();
        return share(await loading, 0.99);
      });
      console.log(`lists during ${count} previews: p99 ${Math.round(best)} ms`);
      assert.ok(count > 0);
      assert.ok(best <= limits.page * crowd * slowness, `p99 ${best} ms`);
    });
  });

  test('previews a change among 1,000 tenants', async () => {
    await withStarted(writeConfig(1000), admin, ({ daemon }) => previewsWithin(100, daemon));
  });

  test('the identity provider stops', () => provider.close());
});

/** Lists tenants 200 times a second, as an administrator and as an owner. */
async function listsAtOnce(warm: Started): Promise<void> {
  assert.is((await list(owner)).total, 1);
  const before = processorTime(warm.daemon);
  let requests = 0;
  const best = await quickest(limits.page, async () => {
    const times = [...(await load(admin, 5)), ...(await load(owner, 5))];
    requests += times.length;
    return share(times, 0.99);
  });
  const cost = (processorTime(warm.daemon) - before) / requests;
  console.log(`next start: ${warm.report}; p99 ${Math.round(best)} ms, ${cost.toFixed(1)} ms of CPU a request`);
  // Latency and the time of a start depend on what else the machine does; processor time hardly does.
  assert.ok(warm.cpu <= limits.start, `${warm.cpu} ms of CPU to start`);
  assert.ok(cost <= limits.cost, `${cost} ms of CPU a request`);
  assert.ok(best <= limits.page * crowd, `p99 ${best} ms`);
  assert.ok(memoryOf(warm.daemon) <= limits.memory, `${memoryOf(warm.daemon)} MiB`);
}

/** Checks the time of previews, and returns the least memory after one of them in MiB. */
async function previewsWithin(limit: number, daemon: Daemon): Promise<number> {
  const memory: number[] = [];
  for (let index = 0; index < 4; index++) await preview();
  const scaled = limit * crowd * slowness;
  const best = await quickest(scaled, async () => {
    const times: number[] = [];
    for (let index = 0; index < 6; index++) {
      times.push(await timed(() => preview()));
      memory.push(memoryOf(daemon));
    }
    return share(times, 0.95);
  });
  console.log(`previews: p95 ${Math.round(best)} ms, ${Math.min(...memory)} to ${Math.max(...memory)} MiB`);
  assert.ok(best <= scaled, `p95 ${best} ms, with ${crowd} processes per processor`);
  return Math.min(...memory);
}

/** Milliseconds of processor time of a computation that is always the same. */
function processorTimeOfLoop(): number {
  const before = process.cpuUsage();
  const words = Array.from({ length: 200_000 }, (_, index) => `name-${(index * 7919) % 200_000}`);
  const sorted = new Map(words.toSorted().map((word, index) => [word, index]));
  assert.is(sorted.size, words.length);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
