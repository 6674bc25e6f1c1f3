import * as assert from 'uvu/assert';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { sampleText } from '../console/sample.ts';
import { suite } from '../harness.ts';
import { jsonOf } from './fixture.ts';
import { fixture } from './hidden-tenant.ts';
import type { PersonName } from './people.ts';

const platform = 'tenants/platform.yaml';

async function simulate(name: PersonName, body: object) {
  const response = await fixture.ask(name, '/api/v1/simulations', { method: 'POST', body });
  return { status: response.status, body: await jsonOf(response) };
}

/** A Service with an external address, which a rule rejects. */
function service(namespace: string): string {
  const metadata = { name: 'web', namespace };
  return JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata, spec: { externalIPs: ['192.0.2.1'] } });
}

suite('simulations', (test) => {
  test('contain the verdict of each rule about an object in a namespace of the person', async () => {
    const { status, body } = await simulate('viewer', { object: service(''), namespace: 'pay-dev' });
    assert.is(status, 200, JSON.stringify(body));
    const [object] = listAt(body, 'objects');
    assert.equal([textAt(object, 'title'), textAt(object, 'tenant')], ['Service web', 'pay']);
    const messages = listAt(object, 'verdicts').flatMap((verdict) => textsAt(verdict, 'messages'));
    assert.match(messages.join(), '192.0.2.1');
  });

  test('reveal nothing about namespaces of others', async () => {
    const answers = await Promise.all(
      ['xq7-dev', 'missing'].map(async (name) => {
        const { status, body } = await simulate('owner', { object: service(name) });
        return [status, JSON.stringify(body).replaceAll(name, 'x')];
      }),
    );
    assert.equal(answers[0], answers[1]);
    assert.is(answers[0]?.[0], 422);
    assert.is((await simulate('admin', { object: service('xq7-dev') })).status, 200);
  });

  test('reject Lists in many other Lists, whose items would be copied for each of them', async () => {
    const nested = (depth: number) =>
      `${'{"kind":"List","items":['.repeat(depth)}${service('pay-dev')}${']}'.repeat(depth)}`;
    assert.is((await simulate('viewer', { object: nested(10) })).status, 200);
    for (const depth of [11, 10_000]) {
      const { status, body } = await simulate('viewer', { object: nested(depth) });
      assert.is(status, 422);
      assert.match(textAt(body, 'detail'), 'a List is inside more than 9 other Lists');
    }
  });

  test('list the existing objects that a change to the rules would reject', async () => {
    const text = `${sampleText(platform).trimEnd()}\n  enforcement: {}\n`;
    const change = { files: [{ path: platform, text }], inventory: service('pay-dev') };
    const { status, body } = await simulate('admin', change);
    assert.is(status, 200, JSON.stringify(body));
    assert.equal([body['available'], body['objects']], [true, 1]);
    const [item] = listAt(body, 'items');
    assert.equal([textAt(item, 'object'), textAt(item, 'tenant')], ['Service pay-dev/web', 'pay']);
    assert.is((await simulate('owner', change)).status, 403);
    const elsewhere = await simulate('owner', { files: [], inventory: service('xq7-dev') });
    assert.is(valueAt(elsewhere.body, 'objects'), 0);
  });

  test('use the cluster without an inventory, and need valid objects', async () => {
    const { body } = await simulate('owner', { files: [] });
    assert.equal([body['available'], body['asOf']], [false, null]);
    assert.is((await simulate('owner', { object: 'kind: x' })).status, 422);
    assert.is((await simulate('owner', { object: service('pay-dev'), files: [] })).status, 400);
    const items = Array.from({ length: 501 }, () => JSON.parse(service('pay-dev')));
    const many = await simulate('owner', { object: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });
    assert.equal(
      [many.status, many.body['detail']],
      [422, 'the text has more than 500 objects; paste fewer, or use leasehold simulate'],
    );
    const broken = await simulate('admin', { files: [{ path: platform, text: 'kind: Platform\n' }] });
    assert.is(broken.status, 422);
    assert.ok(listAt(broken.body, 'problems').length > 0);
  });
});
