import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { kleffTenant } from '../test/cli/sandbox.ts';
import { suite } from '../test/harness.ts';
import { runAction } from './github/action-run.ts';
import { type Files, inWorld, tenantFiles } from './github/checkout.ts';
import { pullRequest } from './github/events.ts';
import { builtTool } from './tools/paths.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `t-${String(index).padStart(5, '0')}`);
const onPlan = (plan: string, count: number): Files =>
  Object.fromEntries(names(count).map((name) => [`tenants/${name}.yaml`, kleffTenant(name, plan)]));
const commit = { mode: 'commit' };
const limits = { seconds: 10, megabytes: 700 };

suite('many tenants', (test) => {
  test('a thousand are committed, and changed, in at most ten calls each', () =>
    inWorld(async ({ server, push, checkout }) => {
      const first = await runAction(server, checkout(push(tenantFiles(...names(1000)))), { with: commit });
      assert.is(first.code, 0, first.log);
      assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
      server.calls.length = 0;
      const second = await runAction(server, checkout(push(onPlan('free', 1000))), { with: commit });
      assert.equal([second.code, second.outputs['objects-changed']], [0, '3000'], second.log);
      assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
      assert.equal([server.faults, server.repository.git(['fsck', '--strict', '--no-dangling'])], [[], '']);
    }));

  test('ten thousand are committed in as many calls, through git', () =>
    inWorld(async ({ server, push, checkout }) => {
      await runAction(server, checkout(push(tenantFiles(...names(10_000)))), { with: commit });
      server.calls.length = 0;
      const run = await runAction(server, checkout(push(onPlan('pro', 10_000))), { with: commit });
      assert.equal([run.code, JSON.parse(run.outputs['changed-tenants'] ?? '').length], [0, 10_000], run.log);
      assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
      assert.is(server.repository.git(['rev-list', '--count', 'rendered']).trim(), '2');
    }));

  test(`ten thousand are compared within ${limits.seconds} s and ${limits.megabytes} MB`, () =>
    inWorld(async ({ server, push, checkout }) => {
      const main = push(tenantFiles(...names(10_000)));
      const head = push(onPlan('free', 100), 'change', main);
      const workspace = checkout(head);
      const peak = join(workspace, '..', 'peak-memory');
      const { env, payload } = pullRequest({ base: main, head });
      const watched = { ...env, NODE_OPTIONS: `--import ${resolve('bench/peak-memory.mjs')}`, BENCH_PEAK_FILE: peak };
      const start = performance.now();
      const run = await runAction(server, workspace, {
        with: { mode: 'diff' },
        payload,
        env: watched,
        node: builtTool('node24'),
      });
      const seconds = (performance.now() - start) / 1000;
      assert.equal([run.code, run.outputs['objects-changed']], [0, '300'], run.log);
      const megabytes = Number(readFileSync(peak, 'utf8')) / 1024;
      assert.ok(seconds < limits.seconds, `${seconds} s`);
      assert.ok(megabytes > 50 && megabytes < limits.megabytes, `${megabytes} MB`);
      console.log(`${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
    }));
});
