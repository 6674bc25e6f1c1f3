import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { ReaderData } from '../../../gateway/reader.ts';
import { createApp } from '../../../gateway/routes/app.ts';
import { routes } from '../../../gateway/routes/list.ts';
import { openMetrics } from '../../../gateway/routes/metrics.ts';
import type { Route } from '../../../gateway/routes/route.ts';
import { openThread } from '../../../gateway/work/thread.ts';
import { summarizedBranch } from '../../../gateway/world/branch.ts';
import { noSummaries, type Summary } from '../../../gateway/world/summary.ts';
import { suite } from '../../harness.ts';
import { isTried } from '../../runs.ts';
import { gatewayFixture } from '../fixture.ts';
import { personNames } from '../people.ts';

const { ask, commit, gateway, repository, root } = gatewayFixture();
const environment = { GIT_DIR: join(root, '.git'), GIT_WORK_TREE: root };
const place = { environment, root, branch: 'refs/heads/main', directory: 'tenants' };
const data: ReaderData = { place, summaryPath: undefined, secret: gateway.secret };
/** The built program, which `npm test` writes first. */
const program = new URL('../../../dist/gateway-thread.mjs', import.meta.url);
const lines: string[] = [];
const work = openThread({ program, data, log: (text) => lines.push(text) });
const branch = summarizedBranch(repository, noSummaries, async (sha, head) => {
  const { value } = await work.run({ name: 'summary', head, commit: sha }, { subject: '' });
  return value as Summary;
});
const app = createApp({ ...gateway, branch, work }, openMetrics());

const values: Readonly<Record<string, string>> = {
  ...{ tenant: 'pay', revision: gateway.branch.head().sha, namespace: 'pay-dev', kind: 'tenant', name: 'pay' },
  change: 'missing',
};
const preview = { intent: { intent: 'add-member', tenant: 'pay', role: 'viewer', kind: 'group', name: 'x' } };
const bodies: Readonly<Record<string, object>> = {
  createPreview: preview,
  simulate: { object: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n', namespace: 'pay-dev' },
};

function requestOf({ id, method, path, query }: Route, search: string) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const own = query === 'BlameQuery' ? [`file=tenants/mto-tenant-pay.yaml`] : [];
  const all = [...own, ...(search === '' ? [] : [search])].join('&');
  const body = bodies[id];
  return { path: `/api/v1${filled}${all === '' ? '' : `?${all}`}`, options: { method, ...(body && { body }) } };
}

async function answered(response: Response): Promise<readonly [status: number, etag: string | null, text: string]> {
  return [response.status, response.headers.get('etag'), await response.text()];
}

const compared = routes.filter(({ id, method }) => id !== 'followEvents' && (method === 'GET' || bodies[id]));

suite('law: a gateway with a thread', (test) => {
  for (const [person, name] of personNames.entries())
    test(`responds like a gateway without one, to ${name}`, async () => {
      // Another third of the routes for each person, so that each route is requested by two people or more.
      for (const route of compared.filter((_, index) => isTried(index + person, 3))) {
        const { path, options } = requestOf(route, '');
        const [here, there] = [await ask(name, path, options), await ask(name, path, { ...options, app })];
        assert.equal(await answered(there), await answered(here), path);
      }
      assert.equal(lines, []);
    });

  test('reads earlier and later commits', async () => {
    const before = branch.head().sha;
    const prices = 'tenants/finops-price-book.yaml';
    commit(prices, readFileSync(join(root, prices), 'utf8').replace('"0.031"', '"0.31"'));
    await gateway.branch.refresh();
    assert.ok(await branch.refresh());
    assert.not.ok(await branch.refresh());
    for (const path of [`/tenants?at=${before}`, '/tenants', `/tenants/pay?at=${before}`, `/costs?at=${before}`]) {
      const [here, there] = [await ask('admin', `/api/v1${path}`), await ask('admin', `/api/v1${path}`, { app })];
      assert.equal(await answered(there), await answered(here), path);
    }
  });

  test('opens a change', async () => {
    const headers = { 'if-match': `"${branch.head().sha}"` };
    const body = { title: 'add x', ...preview };
    const response = await ask('owner', '/api/v1/changes', { method: 'POST', headers, body, app });
    assert.is(response.status, 201, await response.text());
  });

  test('ends without an error', async () => {
    await work.close();
    assert.equal(lines, []);
  });
});
