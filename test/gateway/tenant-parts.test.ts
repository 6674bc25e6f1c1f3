import * as assert from 'uvu/assert';
import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { sampleText } from '../console/sample.ts';
import { suite } from '../harness.ts';
import { gatewayFixture, jsonOf } from './fixture.ts';
import { hidden } from './hidden-tenant.ts';
import type { PersonName } from './people.ts';

const file = 'tenants/mto-tenant-pay.yaml';
const asleepIn = (namespace: string) =>
  `apiVersion: hibernation.stakater.com/v1beta1\nkind: ResourceSupervisor\nmetadata: { name: off, namespace: ${namespace} }\nspec: { schedule: {} }\n`;
const quota =
  'apiVersion: tenantoperator.stakater.com/v1beta1\nkind: Quota\nmetadata: { name: zz }\nspec: { resourcequota: { hard: { pods: "1" } } }\n';
const fixture = gatewayFixture({ 'tenants/xq7.yaml': hidden });
const { ask } = fixture;

async function read(name: PersonName, path: string): Promise<object> {
  const response = await ask(name, `/api/v1${path}`);
  const body = await jsonOf(response);
  assert.is(response.status, 200, JSON.stringify(body));
  return body;
}

suite('among the parts of a tenant,', (test) => {
  test("files include those whose documents are all in namespaces of the person's tenants", async () => {
    const { ask: askAsleep } = gatewayFixture({
      'tenants/xq7.yaml': hidden,
      'tenants/asleep.yaml': asleepIn('pay-prod'),
      'tenants/asleep-hidden.yaml': asleepIn('xq7-prod'),
      'tenants/asleep-and-quota.yaml': `${asleepIn('pay-dev')}---\n${quota}`,
    });
    const filesOf = async (name: PersonName) => {
      const found = await jsonOf(await askAsleep(name, '/api/v1/files'));
      return listAt(found, 'files').map((one) => textAt(one, 'path'));
    };
    for (const name of ['viewer', 'owner'] as const) {
      const found = await filesOf(name);
      assert.ok(found.includes(file));
      assert.equal(
        found.filter((path) => path.includes('asleep')),
        ['tenants/asleep.yaml'],
      );
    }
    assert.not.ok((await filesOf('neighbor')).some((path) => path.includes('asleep')));
  });

  test("costs are those of the person's tenants, with matching totals", async () => {
    const [own, all] = [await read('viewer', '/costs?compare=prev'), await read('finance', '/costs?compare=prev')];
    assert.equal([...new Set(listAt(own, 'lines').map((line) => textAt(line, 'tenant')))], ['pay']);
    const [line] = listAt(own, 'lines');
    assert.equal([valueAt(own, 'total'), valueAt(line, 'share')], [valueAt(line, 'cost'), 1]);
    for (const day of listAt(own, 'days')) assert.equal(Object.keys(valueAt(day, 'costs') as object), ['pay']);
    assert.ok(Number(valueAt(all, 'total')) > Number(valueAt(own, 'total')));
    assert.ok(Number(valueAt(all, 'before', 'total')) >= Number(valueAt(own, 'before', 'total')));
    const same = listAt(all, 'lines').find((one) => textAt(one, 'tenant') === 'pay');
    assert.is(valueAt(same, 'cost'), valueAt(line, 'cost'));
  });

  test('costs of one tenant are grouped by namespace', async () => {
    const bill = await read('viewer', '/tenants/pay/cost');
    assert.ok(listAt(bill, 'lines').length > 0);
    for (const line of listAt(bill, 'lines')) assert.is(textAt(line, 'tenant'), 'pay');
    assert.is(valueAt(bill, 'total'), valueAt(await read('finance', '/tenants/pay/cost?by=tenant'), 'total'));
    assert.is((await ask('viewer', '/api/v1/tenants/lab/cost')).status, 404);
    assert.is((await ask('finance', '/api/v1/tenants/missing/cost')).status, 404);
  });

  test('costs can be a table, or grouped by a label of namespaces', async () => {
    const response = await ask('viewer', '/api/v1/costs?by=namespace', { headers: { accept: 'text/csv' } });
    assert.match(response.headers.get('content-type') ?? '', 'text/csv');
    const rows = (await response.text()).trim().split('\r\n');
    assert.match(rows[0] ?? '', 'tenant,namespace,workload');
    for (const row of rows.slice(1)) assert.match(row, ',pay,');
    const byLabel = await read('viewer', '/costs?by=label:stage');
    assert.is(valueAt(byLabel, 'total'), valueAt(await read('viewer', '/costs'), 'total'));
  });

  test('a graph has unique nodes, edges between them, and the kinds of objects in each namespace', async () => {
    const graph = await read('viewer', '/tenants/pay/graph');
    const nodes = listAt(graph, 'nodes');
    const ids = nodes.map((node) => textAt(node, 'id'));
    assert.is(new Set(ids).size, ids.length);
    for (const edge of listAt(graph, 'edges'))
      for (const end of ['from', 'to']) assert.ok(ids.includes(textAt(edge, end)), textAt(edge, end));
    const space = nodes.find((node) => textAt(node, 'id') === 'namespace pay-dev');
    assert.ok(Number(valueAt(space, 'kinds', 'RoleBinding')) > 0);
  });

  test('blame finds the commit that wrote a line of a file', async () => {
    const text = fixture.git('show', `HEAD:${file}`);
    const sha = fixture.commit(file, `${text}\n# a note\n`);
    await fixture.gateway.branch.refresh();
    const lines = listAt(await read('viewer', `/tenants/pay/blame?file=${file}`), 'lines');
    assert.equal([textAt(lines.at(-1), 'text'), textAt(lines.at(-1), 'commit', 'sha')], ['# a note', sha]);
    assert.is(textAt(lines[0], 'commit', 'subject'), 'add tenants');
    const expected = fixture.git('blame', '--first-parent', '-s', '--abbrev=39', file).split('\n');
    assert.is(expected.length, lines.length);
    for (const [index, line] of lines.entries())
      assert.match(textAt(line, 'commit', 'sha'), (expected[index] ?? '').slice(0, 40).replace('^', ''));
    assert.is((await ask('viewer', '/api/v1/tenants/pay/blame?file=tenants/xq7.yaml')).status, 404);
    assert.is((await ask('viewer', '/api/v1/tenants/pay/blame')).status, 400);
  });

  test('blame rejects a text with too many lines', async () => {
    const long = fixture.git('show', `HEAD:${file}`);
    fixture.commit(file, `${long}\n${'#\n'.repeat(20_001)}`);
    await fixture.gateway.branch.refresh();
    const response = await ask('viewer', `/api/v1/tenants/pay/blame?file=${file}`);
    assert.is(response.status, 400);
    assert.match(textAt(await jsonOf(response), 'detail'), 'more than 20000 lines');
    fixture.commit(file, `${long}\n`);
    await fixture.gateway.branch.refresh();
  });

  test('blame of an object finds a commit of the platform and omits its message', async () => {
    const quota = 'tenants/mto-quota-small.yaml';
    const sha = fixture.commit(quota, sampleText(quota).replace('requests.cpu: "8"', 'requests.cpu: "9"'));
    await fixture.gateway.branch.refresh();
    const objects = (await (await ask('viewer', '/api/v1/tenants/pay/objects')).json()) as readonly object[];
    const own = objects.find(
      (one) => /ResourceQuota/.test(textAt(one, 'key')) && textAt(one, 'text').includes('requests.cpu: "3"'),
    );
    assert.ok(own, 'no quota changed');
    const key = encodeURIComponent(textAt(own, 'key'));
    const lines = listAt(await read('viewer', `/tenants/pay/blame?object=${key}`), 'lines');
    const changed = lines.filter((line) => textAt(line, 'commit', 'sha') === sha);
    assert.ok(changed.length > 0);
    for (const line of changed) assert.equal(Object.keys(valueAt(line, 'commit') as object), ['sha', 'date']);
    const space = listAt(
      await read('viewer', `/tenants/pay/blame?object=${encodeURIComponent('Namespace pay-dev')}`),
      'lines',
    );
    assert.is(textAt(space[0], 'commit', 'subject'), 'add tenants');
  });
});
