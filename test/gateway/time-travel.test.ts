import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { valueAt } from '../../data/tree.ts';
import { createApp } from '../../gateway/routes/app.ts';
import { signCursor } from '../../gateway/routes/cursor.ts';
import { openMetrics } from '../../gateway/routes/metrics.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import type { PersonName } from './people.ts';

const { ask, commit, gateway, root } = gatewayFixture();
const before = gateway.branch.head().sha;
const change = (path: string, from: string, to: string) =>
  commit(path, readFileSync(join(root, path), 'utf8').replace(from, to));
change('tenants/finops-price-book.yaml', 'cpuHour: "0.031"', 'cpuHour: "0.31"');
change('tenants/mto-supervisor-dev-nights.yaml', 'sleepSchedule: 0 19', 'sleepSchedule: 0 18');
change('tenants/mto-tenant-pay.yaml', 'kim@corp.io', 'eve@corp.io');
await gateway.branch.refresh();

/** The response for the newest commit, and for the commit before all changes. */
async function both(name: PersonName, path: string): Promise<readonly [now: object, then: object]> {
  const read = async (query: string) => {
    const response = await ask(name, `/api/v1${path}${query}`);
    assert.is(response.status, 200, `${path}${query}`);
    return jsonOf(response);
  };
  return [await read(''), await read(`?at=${before}`)];
}

suite('a request about an earlier commit', (test) => {
  for (const [name, path] of [
    ['owner', '/costs'],
    ['finance', '/costs'],
    ['viewer', '/tenants/pay/cost'],
  ] as const)
    test(`bills at the prices of that commit: ${path} as ${name}`, async () => {
      const [now, then] = await both(name, path);
      assert.equal([valueAt(now, 'available'), valueAt(then, 'available')], [true, true]);
      assert.ok(Number(valueAt(now, 'total')) > Number(valueAt(then, 'total')) * 2, JSON.stringify(then).slice(0, 300));
    });

  for (const path of ['/hibernation', '/tenants/pay/hibernation'])
    test(`shows the schedules of that commit: ${path}`, async () => {
      const [now, then] = await both('owner', path);
      assert.ok(Object.keys(then).length > 0);
      assert.not.equal(now, then);
    });

  test('ends the history of a tenant and of the branch at that commit', async () => {
    const [now, then] = await both('owner', '/tenants/pay/history');
    assert.is(Object.keys(now).length, Object.keys(then).length + 1);
    const [all, earlier] = await both('admin', '/revisions');
    assert.equal([valueAt(earlier, 'head'), valueAt(earlier, 'items', '0', 'sha')], [before, before]);
    assert.is((valueAt(all, 'items') as readonly unknown[]).length, 4);
  });

  test('decides about access with the newest commit', async () => {
    for (const path of ['/costs', '/tenants/pay/cost', '/hibernation', '/tenants/pay/hibernation']) {
      const { status, body } = await ask('editor', `/api/v1${path}?at=${before}`);
      assert.is(status, path.includes('pay') ? 404 : 200, path);
      await body?.cancel();
    }
    const lines = valueAt(await jsonOf(await ask('editor', `/api/v1/costs?at=${before}`)), 'lines');
    assert.equal(lines, []);
  });

  test('does not let git search for the commit in the thread that responds to all requests', async () => {
    const reject = () => {
      throw new Error('git would block other requests');
    };
    const repository = { ...gateway.repository, has: reject, resolve: reject, isState: reject };
    const app = createApp({ ...gateway, repository }, openMetrics());
    const statusOf = async (query: string, headers = {}) =>
      (await ask('viewer', `/api/v1/tenants${query}`, { app, headers })).status;
    for (const at of [before, before.slice(0, 7), '2099-01-01']) assert.is(await statusOf(`?at=${at}`), 200, at);
    assert.is(await statusOf(`?at=${'0'.repeat(40)}`), 404);
    assert.is(await statusOf('', { 'if-match': `"${before}"` }), 200);
    const cursor = signCursor({ commit: before, start: 0 }, gateway.secret);
    assert.is(await statusOf(`?cursor=${cursor}`), 200);
  });
});
