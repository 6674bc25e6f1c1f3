import * as assert from 'uvu/assert';
import { routes } from '../../gateway/routes/list.ts';
import { sampleText } from '../console/sample.ts';
import { suite } from '../harness.ts';
import { gatewayFixture } from './fixture.ts';
import { fixture, hidden } from './hidden-tenant.ts';
import type { personNames } from './people.ts';

const { ask } = fixture;

interface List {
  readonly items: readonly { readonly name: string }[];
  readonly total: number;
  readonly next?: string;
}

async function list(query = '', name: (typeof personNames)[number] = 'admin'): Promise<List> {
  return (await (await ask(name, `/api/v1/tenants${query}`)).json()) as List;
}

suite('the API', (test) => {
  test('shows a tenant only to its members and to people with a role on the platform', async () => {
    const names = async (name: (typeof personNames)[number]) => (await list('', name)).items.map((row) => row.name);
    assert.equal(await names('stranger'), []);
    assert.equal(await names('viewer'), ['pay']);
    assert.equal(await names('neighbor'), ['lab']);
    assert.ok((await names('finance')).includes('xq7'));
  });

  test('reveals nothing about a hidden tenant in responses to GET requests', async () => {
    const paths = routes
      .filter(({ method, path }) => method === 'GET' && path !== '/events' && !path.includes('{revision}'))
      .map(({ path }) =>
        path
          .replace('{namespace}', 'pay-dev')
          .replace('{change}', 'x')
          .replace('{kind}', 'namespace')
          .replace('{name}', 'pay-dev'),
      );
    const all = [
      ...new Set(paths.flatMap((path) => ['pay', 'lab', 'xq7'].map((tenant) => path.replace('{tenant}', tenant)))),
    ];
    for (const name of ['stranger', 'viewer', 'editor', 'owner', 'neighbor'] as const)
      for (const path of all) {
        const text = await (await ask(name, `/api/v1${path}`)).text();
        const answer = text.replace(/"instance":"[^"]*"/, '');
        assert.not.match(answer, /xq7/, `${name} ${path}`);
      }
  });

  test('shows finance the names and kinds of tenants, but neither objects nor namespaces', async () => {
    assert.equal(Object.keys((await list('', 'finance')).items[0] ?? {}), ['name', 'kinds']);
    const tenant = await (await ask('finance', '/api/v1/tenants/pay')).json();
    assert.equal(Object.keys(tenant as object), ['name', 'kinds']);
    assert.is((await ask('finance', '/api/v1/tenants/pay/objects')).status, 403);
    const found = await (await ask('finance', '/api/v1/namespaces')).json();
    assert.equal(found, []);
  });

  test('pages through one commit, regardless of later commits', async () => {
    const other = gatewayFixture();
    const page = async (query: string) => (await (await other.ask('admin', `/api/v1/tenants${query}`)).json()) as List;
    const first = await page('?limit=2');
    other.commit(
      'tenants/mto-tenant-lab.yaml',
      sampleText('tenants/mto-tenant-lab.yaml').replace('name: lab', 'name: aaa'),
    );
    await other.gateway.branch.refresh();
    const names = first.items.map(({ name }) => name);
    for (let next = first.next; next !== undefined; ) {
      const { items, next: more } = await page(`?limit=2&cursor=${next}`);
      names.push(...items.map(({ name }) => name));
      next = more;
    }
    assert.is(names.length, first.total);
    assert.equal(names, names.toSorted());
    assert.not.ok(names.includes('aaa'));
    const forged = `${'0'.repeat(40)}.0.${first.next?.split('.')[2]}`;
    assert.is((await ask('admin', `/api/v1/tenants?cursor=${forged}`)).status, 400);
  });

  test('searches and sorts', async () => {
    assert.equal(
      (await list('?q=XQ')).items.map(({ name }) => name),
      ['xq7'],
    );
    const names = (await list('?sort=-name')).items.map(({ name }) => name);
    assert.equal(names, names.toSorted().reverse());
    assert.is((await ask('admin', '/api/v1/tenants?sort=secret')).status, 400);
  });

  test('responds with 304 to clients that already have the response', async () => {
    const first = await ask('viewer', '/api/v1/tenants/pay');
    const etag = first.headers.get('etag') ?? '';
    assert.is(first.headers.get('cache-control'), 'private, no-cache');
    assert.is((await ask('viewer', '/api/v1/tenants/pay', { headers: { 'if-none-match': etag } })).status, 304);
    assert.is((await ask('neighbor', '/api/v1/tenants/lab', { headers: { 'if-none-match': etag } })).status, 200);
  });

  test('checks current permissions for earlier commits', async () => {
    const base = gatewayFixture();
    const at = base.gateway.branch.head().sha;
    const text = sampleText('tenants/mto-tenant-pay.yaml').replace('        - auditors\n', '        - others\n');
    base.commit('tenants/mto-tenant-pay.yaml', text);
    await base.gateway.branch.refresh();
    assert.is((await base.ask('viewer', `/api/v1/tenants/pay?at=${at}`)).status, 404);
    const before = await base.ask('owner', `/api/v1/tenants/pay/yaml?at=${at}`);
    assert.match(await before.text(), '- auditors');
    assert.match(before.headers.get('cache-control') ?? '', 'immutable');
    assert.is((await base.ask('owner', `/api/v1/tenants?at=${'0'.repeat(40)}`)).status, 404);
  });

  test('shows no commit outside the branch', async () => {
    const base = gatewayFixture();
    base.git('checkout', '--quiet', '-b', 'secret');
    const sha = base.commit('tenants/secret.yaml', hidden);
    assert.is((await base.ask('admin', `/api/v1/tenants?at=${sha}`)).status, 404);
    for (const at of ['HEAD', '--all', 'secret', '@{-1}', ':/x'])
      assert.is((await base.ask('admin', `/api/v1/tenants?at=${encodeURIComponent(at)}`)).status, 400, at);
  });
});
