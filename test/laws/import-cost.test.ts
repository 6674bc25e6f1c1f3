import * as assert from 'uvu/assert';
import { importFrom, type SourceSystemName } from '../../import/index.ts';
import { importReportText } from '../../import/report-text.ts';
import { suite } from '../harness.ts';
import { workCounter } from '../hostile/work.ts';

const metadata = (name: string, more = {}) => ({ name, uid: 'u', resourceVersion: '1', ...more });

/** The objects of one tenant of each system that members of a cluster can create in any number. */
const objects: Partial<Record<SourceSystemName, (index: number) => readonly object[]>> = {
  mto: (index) => [
    {
      apiVersion: 'tenantoperator.stakater.com/v1beta3',
      kind: 'Tenant',
      metadata: metadata(`t${index}`),
      spec: {
        quota: 'small',
        accessControl: { owners: { users: [`u${index}`] } },
        namespaces: { withTenantPrefix: ['dev'] },
      },
    },
  ],
  kleff: (index) => [
    {
      apiVersion: 'kleff.kleff.io/v1',
      kind: 'Tenant',
      metadata: metadata(`t${index}`, { namespace: 'tenants' }),
      spec: { plan: 'basic', userId: `u${index}`, username: `u${index}` },
    },
  ],
};

const most = 2.3;

suite('law: the cost of an import is linear in the size of the export', (test) => {
  const workOf = workCounter(([system, count]: readonly [SourceSystemName, number]) => {
    const items = Array.from({ length: count }, (_, index) => objects[system]?.(index) ?? []).flat();
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const result = importFrom(system, [{ path: 'export.json', text }]);
    assert.ok(result.ok);
    return importReportText(result.report, 'whole').length;
  });

  for (const system of Object.keys(objects) as SourceSystemName[])
    test(system, () => {
      const [once, twice] = [workOf([system, 150]), workOf([system, 300])];
      assert.ok(twice.steps <= most * once.steps, `${once.steps} and ${twice.steps} steps`);
    });
});
