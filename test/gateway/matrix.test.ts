import * as assert from 'uvu/assert';
import { can } from '../../gateway/can/can.ts';
import { routes } from '../../gateway/routes/list.ts';
import type { Route } from '../../gateway/routes/route.ts';
import { suite } from '../harness.ts';
import { gatewayFixture } from './fixture.ts';
import { type PersonName, people, personNames } from './people.ts';

const { ask, gateway } = gatewayFixture();
const { members } = gateway.branch.head();
const values: Readonly<Record<string, string>> = {
  revision: gateway.branch.head().sha,
  namespace: 'pay-dev',
  kind: 'tenant',
  name: 'pay',
  change: 'missing',
};

/** The status that the table of permissions requires, before the route checks anything else. */
function expected(route: Route, name: PersonName, tenant: string): 'allowed' | number {
  if (route.access === 'session') return 'allowed';
  const { action, target } = route.access;
  const place = target === 'tenant' ? { tenant } : target;
  if (can(people[name], action, place, members)) return 'allowed';
  if (target !== 'tenant') return 403;
  return can(people[name], 'read-names', place, members) && members.accessOf(tenant) !== undefined ? 403 : 404;
}

/** A well-formed request that changes nothing. */
function request({ method, path, body, query }: Route, tenant: string) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => (name === 'tenant' ? tenant : (values[name] ?? '')));
  const content = body === undefined ? {} : { body: { title: 'x', files: [] } };
  const search = query === 'BlameQuery' ? `?file=tenants/mto-tenant-${tenant}.yaml` : '';
  return { path: `/api/v1${filled}${search}`, options: { method, ...content } };
}

suite('for access to routes,', (test) => {
  for (const route of routes)
    for (const name of personNames)
      test(`${route.method} ${route.path} as ${name} has the expected status`, async () => {
        for (const tenant of route.path.includes('{tenant}') ? ['pay', 'lab', 'missing', 'platform'] : ['']) {
          const { path, options } = request(route, tenant);
          const { status, body } = await ask(name, path, options);
          await body?.cancel();
          const wanted = expected(route, name, tenant);
          if (wanted !== 'allowed') assert.is(status, wanted, path);
          else if (['missing', 'platform'].includes(tenant)) assert.is(status, 404, path);
          else if (options.method === 'GET') assert.ok([200, 404].includes(status), `${path}: ${status}`);
          else assert.ok(![401, 500].includes(status), `${path}: ${status}`);
          if (route.path === '/tenants/{tenant}' && wanted === 'allowed' && tenant === 'pay') assert.is(status, 200);
        }
      });

  test('every route rejects requests without a session', async () => {
    for (const route of routes) {
      const { path, options } = request(route, 'pay');
      assert.is((await ask(undefined, path, options)).status, 401, path);
    }
    assert.is((await ask(undefined, '/data/snapshot.json')).status, 401);
  });

  test('only administrators can read the data of the whole repository', async () => {
    for (const name of personNames)
      assert.is((await ask(name, '/data/snapshot.json')).status, name === 'admin' ? 200 : 403, name);
  });
});
