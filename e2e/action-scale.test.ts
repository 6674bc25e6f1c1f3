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

suite('the Action', (test) => {
  test('commits a thousand tenants, and then their changes, with at most ten calls each', () =>
    inWorld(async ({ server, push, checkout }) => {
      const first = await runAction(server, checkout(push(tenantFiles(...names(1000)))), { with: commit });
      assert.is(first.code, 0, first.log);
      assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
      server.calls.length = 0;
      const second = await runAction(server, checkout(push(onPlan('free', 1000))), { with: commit });
      assert.equal([second.code, second.outputs['objects-changed']], [0, '3000'], second.log);
      assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
      assert.equal([server.violations, server.repository.git(['fsck', '--strict', '--no-dangling'])], [[], '']);
    }));

  test('commits ten thousand tenants through git with at most ten calls', () =>
    inWorld(async ({ server, push, checkout }) => {
      const run = await runAction(server, checkout(push(tenantFiles(...names(10_000)))), { with: commit });
      assert.equal([run.code, JSON.parse(run.outputs['changed-tenants'] ?? '').length], [0, 10_003], run.log);
      assert.ok(server.calls.length <= 10, `${server.calls.length} calls`);
      assert.is(server.repository.git(['rev-list', '--count', 'rendered']).trim(), '1');
    }));

  // Processor time, because other work on the machine does not increase it.
  test(`compares ten thousand tenants within ${limits.seconds} s and ${limits.megabytes} MB`, () =>
    inWorld(async ({ server, push, checkout }) => {
      const main = push(tenantFiles(...names(10_000)));
      const head = push(onPlan('free', 100), 'change', main);
      const workspace = checkout(head, 2);
      const usageFile = join(workspace, '..', 'usage');
      const { env, payload = {} } = pullRequest({ base: main, head });
      const watched = { ...env, NODE_OPTIONS: `--import ${resolve('e2e/github/usage.mjs')}`, USAGE_FILE: usageFile };
      const given = { with: { mode: 'diff' }, payload, env: watched, node: builtTool('node24') };
      const run = await runAction(server, workspace, given);
      assert.equal([run.code, run.outputs['objects-changed']], [0, '300'], run.log);
      const { megabytes, cpuSeconds } = JSON.parse(readFileSync(usageFile, 'utf8')) as Record<string, number>;
      assert.ok(cpuSeconds && cpuSeconds < limits.seconds, `${cpuSeconds} s`);
      assert.ok(megabytes && megabytes < limits.megabytes, `${megabytes} MB`);
    }));
});
