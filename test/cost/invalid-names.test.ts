import * as assert from 'uvu/assert';
import { byMeter, noQuantities } from '../../cost/meters.ts';
import { usageRows } from '../../cost/row.ts';
import { suite } from '../harness.ts';

const quantities = { ...noQuantities, cpuHour: 1_000_000n };
const api = { tenant: 'pay', namespace: 'pay-prod', kind: 'Deployment', name: 'api', pod: 'api-1', quantities };

/** The workloads with the given fields, and the tenant and namespace that pay for them. */
function billed(...changes: readonly Partial<typeof api>[]) {
  const usages = changes.map((change) => ({ ...api, ...change }));
  const hour = { hour: 3600, minutes: 60, usages, capacity: noQuantities };
  const rows = usageRows(hour, { prices: byMeter(() => 1n), subscriptions: [] });
  return rows
    .filter(({ sort }) => sort === 'workload')
    .map(({ tenant, namespace, workload, quantities: { cpuHour } }) => [tenant, namespace, workload, cpuHour]);
}

suite('names in the usage of a source', (test) => {
  for (const name of ['x'.repeat(254), 'a\0b', 'a\nb', 'a\u202eb', 'é', 'a b'])
    test(`of the owner of a pod do not name its workload if they are not names of objects: ${JSON.stringify(name).slice(0, 20)}`, () => {
      assert.equal(billed({ name }), [['pay', 'pay-prod', 'Pod/api-1', 1_000_000n]]);
      assert.equal(billed({ kind: name }), [['pay', 'pay-prod', 'Pod/api-1', 1_000_000n]]);
    });

  test('of the owner of a pod name its workload if they are valid', () =>
    assert.equal(billed({ name: 'x'.repeat(253) }), [
      ['pay', 'pay-prod', `Deployment/${'x'.repeat(253)}`, 1_000_000n],
    ]));

  test('of pods, namespaces and tenants are removed if they are invalid, without losing usage', () =>
    assert.equal(billed({ kind: '', pod: 'a\0' }, { kind: '', pod: 'b\0' }, { namespace: 'a\0' }, { tenant: 'a\0' }), [
      ['pay', '', 'Deployment/api', 1_000_000n],
      ['', 'pay-prod', 'Deployment/api', 1_000_000n],
      ['pay', 'pay-prod', 'Pod/', 2_000_000n],
    ]));
});
