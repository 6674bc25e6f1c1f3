import * as assert from 'uvu/assert';
import { accessMatrix } from '../../console/model/access-matrix.ts';
import { quotaUseOf } from '../../console/model/quota-use.ts';
import { scheduleConflicts } from '../../console/model/schedule-conflicts.ts';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const pay = 'tenants/mto-tenant-pay.yaml';
const before = sampleFiles.filter(({ path }) => path !== pay);

suite('on the pages about a tenant and the platform,', (test) => {
  test('the costs of a tenant equal its line in the bill, next to the CPU quota of each namespace', async () => {
    const service = serviceOf(sampleFiles);
    const use = await service.tenantUse(undefined, 'pay');
    const bill = await service.bill(undefined, { by: 'tenant', from: '', to: '', sharesIdle: false, compares: false });
    assert.is(use?.bill.total, bill?.lines.find(({ tenant }) => tenant === 'pay')?.cost);
    assert.equal(
      use?.namespaces.map(({ namespace, quota }) => [namespace, quota.cpu]),
      [
        ['pay-dev', 2.667],
        ['pay-prod', 2.667],
        ['payments-legacy', 2.666],
      ],
    );
    const tenants = use?.bill.days.flatMap(({ costs }) => Object.keys(costs));
    assert.equal([...new Set(tenants)], ['pay']);
    assert.equal((await service.tenantUse(undefined, 'kryton-minimal'))?.namespaces, []);
  });

  test('a tenant with the name of an inherited property has no cost on days without usage', async () => {
    const text = sampleText('tenants/example-tenant.yaml').replace(/(name|userId|username): .*/g, '$1: constructor');
    const files = [...sampleFiles, { path: 'tenants/constructor.yaml', text }];
    const use = await serviceOf(files).tenantUse(undefined, 'constructor');
    const costs = use?.bill.days.map((day) => day.costs['constructor']);
    assert.equal([...new Set(costs)], [0]);
  });

  test('the access matrix contains each role of each subject, and nothing else', async () => {
    const rows = (await serviceOf(sampleFiles).tenant(undefined, 'pay'))?.access ?? [];
    const { namespaces, subjects } = accessMatrix(rows);
    assert.equal(namespaces, ['pay-dev', 'pay-prod', 'payments-legacy', '']);
    const devs = subjects.find(({ subject }) => subject.name === 'pay-devs');
    assert.equal(devs?.roles['pay-prod'], ['view']);
    const cells = subjects.flatMap(({ key, roles }) =>
      Object.entries(roles).flatMap(([namespace, names]) => names.map((name) => `${key} ${namespace} ${name}`)),
    );
    const keyOf = ({ subject: { kind, namespace, name } }: (typeof rows)[number]) => `${kind} ${namespace}/${name}`;
    const expected = new Set(rows.map((row) => `${keyOf(row)} ${row.namespace} ${row.role.name}`));
    assert.equal(cells.sort(), [...expected].sort());
    assert.equal(accessMatrix([]), { namespaces: [], subjects: [] });
  });

  test('the recent costs are those of the last seven recorded days', async () => {
    const bill = await serviceOf(sampleFiles).recentCosts(undefined);
    assert.equal([bill?.days.length, bill?.days.at(-1)?.day], [7, bill?.recorded.last]);
  });

  test('the history of a tenant has only commits that change its files', async () => {
    const service = serviceOf(sampleFiles, [sampleFiles, sampleFiles, before]);
    const { commits, isComplete } = await service.tenantHistory(undefined, 'pay');
    assert.ok(isComplete);
    assert.equal(
      commits.map(({ subject, parent }) => [subject, parent?.[0]]),
      [
        ['commit 1', '2'],
        ['commit 2', undefined],
      ],
    );
    const past = await service.tenantHistory('2'.repeat(40), 'pay');
    assert.is(past.commits.length, 1);
    assert.equal((await service.tenantHistory(undefined, 'nobody')).commits, []);
  });

  test('the configuration contains the Platform and Quotas, but no Tenants', async () => {
    const labels = (await serviceOf(sampleFiles).configuration(undefined)).map(({ source }) => source.label);
    assert.ok(labels.includes('Platform platform') && labels.includes('Quota small'));
    assert.not.ok(labels.some((label) => label.startsWith('Tenant')));
  });

  test('two schedules for one namespace conflict', async () => {
    const supervisor = sampleText('tenants/mto-supervisor-dev-nights.yaml').replace('dev-nights', 'dev-days');
    const { overview } = serviceOf([...sampleFiles, { path: 'tenants/dev-days.yaml', text: supervisor }]);
    const conflicts = scheduleConflicts((await overview(undefined)).problems);
    assert.equal(conflicts.map(({ at: { file } }) => file).sort(), [
      'tenants/dev-days.yaml',
      'tenants/mto-supervisor-dev-nights.yaml',
    ]);
    assert.equal(scheduleConflicts((await serviceOf(sampleFiles).overview(undefined)).problems), []);
  });

  test('the usage of a quota is a share of the quota that the cluster enforces', () => {
    const use = quotaUseOf({ 'requests.cpu': '2', pods: '0' }, { 'requests.cpu': '1500m', pods: '0' });
    assert.equal(use, { 'requests.cpu': { used: '1500m', share: 0.75 }, pods: { used: '0', share: 0 } });
  });
});
