import * as assert from 'uvu/assert';
import { documents } from '../../build/documents.ts';
import type { SourceFile } from '../../leasehold.ts';
import { suite } from '../harness.ts';
import { caseFiles } from '../kind-cases.ts';
import { file, type Machine, runOn } from './fake-ports.ts';

suite('explain of a supervisor', (test) => {
  test('shows the next times to sleep and wake in the time zone of the supervisor, across clock changes', async () => {
    const nights = documents['mto-cluster-resource-supervisor'].example.replace(
      '  name: pay-nights',
      '  name: pay-nights\n  annotations:\n    leasehold.dev/time-zone: Europe/Berlin',
    );
    const files = caseFiles('mto-cluster-resource-supervisor', 'warns about an empty selection');
    const tenants = [...files.filter(({ path }) => path === 'in-tenant.yaml'), file('in.yaml', nights)];
    const at = async (now: string, subject = 'ClusterResourceSupervisor/pay-nights') =>
      (await runOn({ trees: { tenants }, now }, 'explain', subject)).stdout.split('\n').slice(4, 8);
    assert.equal(await at('2026-03-27T20:00Z'), [
      '  namespaces   pay-dev, pay-prod',
      '  time zone    Europe/Berlin',
      '  next sleep   Mon 2026-03-30 19:00 +02:00',
      '  next wake    Mon 2026-03-30 07:00 +02:00',
    ]);
    assert.equal((await at('2026-03-27T10:00Z')).slice(2), [
      '  next sleep   Fri 2026-03-27 19:00 +01:00',
      '  next wake    Mon 2026-03-30 07:00 +02:00',
    ]);
    assert.equal((await at('2026-10-24T10:00Z')).slice(2), [
      '  next sleep   Mon 2026-10-26 19:00 +01:00',
      '  next wake    Mon 2026-10-26 07:00 +01:00',
    ]);
  });

  test('shows supervisors without a schedule, and time zones that this machine does not know', async () => {
    const tenants = caseFiles('mto-resource-supervisor', 'puts a namespace to sleep immediately');
    const ask = async (machine: Partial<Machine>) =>
      (await runOn({ trees: { tenants }, ...machine }, 'explain', 'ResourceSupervisor/off-now')).stdout;
    assert.match(
      await ask({}),
      ' time zone    Etc/UTC\n  next sleep   now\n  next wake    when the supervisor is removed\n',
    );
    const unknown = await ask({ offsetsOf: () => undefined });
    assert.match(unknown, ' time zone    Etc/UTC (unknown on this machine)\n');
  });

  test('lists external namespaces and the objects of the platform for them', async () => {
    const [external] = caseFiles('mto-cluster-resource-supervisor', 'hibernates external namespaces of the platform');
    const text = external && 'text' in external ? external.text : '';
    const ask = async (tenants: readonly SourceFile[], subject: string) =>
      (await runOn({ trees: { tenants } }, 'explain', subject)).stdout;
    const binding = (namespace: string) => `RoleBinding.rbac.authorization.k8s.io ${namespace}/leasehold-hibernation`;
    const always = await ask([file('in.yaml', text)], 'ResourceSupervisor/always');
    assert.match(always, '  tenant       platform\n  namespaces   demo\n');
    assert.match(always, `Objects:\n  ${binding('demo')}`);
    const pay = caseFiles('mto-cluster-resource-supervisor', 'warns about an empty selection').filter(
      ({ path }) => path === 'in-tenant.yaml',
    );
    const mixed = [file('in.yaml', text.replace('names: [build-cache]', 'names: [build-cache, pay-dev]')), ...pay];
    const nights = await ask(mixed, 'ClusterResourceSupervisor/nights');
    assert.match(nights, '  namespaces   build-cache, pay-dev, tools-docs, tools-web\n');
    for (const namespace of ['build-cache', 'pay-dev', 'tools-docs', 'tools-web'])
      assert.match(nights, binding(namespace), namespace);
    assert.match(await ask(mixed, 'RoleBinding/build-cache/leasehold-hibernation'), 'ClusterResourceSupervisor nights');
  });
});
