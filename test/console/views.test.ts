import * as assert from 'uvu/assert';
import { suite } from '../harness.ts';
import { sampleFiles, sampleText, serviceOf } from './sample.ts';

const service = serviceOf(sampleFiles);
const broken = {
  path: 'tenants/broken.yaml',
  text: sampleText('tenants/mto-tenant-lab.yaml').replace('name: lab', 'name: BAD!'),
};
const pay = 'tenants/mto-tenant-pay.yaml';

const whole = { by: 'tenant', from: '', to: '', sharesIdle: false, compares: false };

suite('in the views of the console,', (test) => {
  test('the list has every tenant with its namespaces, problems, objects and cost ceiling', async () => {
    const rows = await service.tenants(undefined);
    assert.is(rows.length, 10);
    const row = rows.find(({ name }) => name === 'pay');
    assert.equal(row?.namespaces, ['payments-legacy', 'pay-dev', 'pay-prod']);
    assert.equal([row?.errors, row?.warnings, row?.objects], [0, 0, 31]);
    // 8 cores and 16 GiB for 730 hours at the prices of the sample's price book.
    assert.equal(row?.ceiling, { amount: 227.76, currency: 'USD' });
  });

  test("with an error, the tenant names and the other tenants' pages are still available", async () => {
    const { overview, tenants, tenant } = serviceOf([...sampleFiles, broken]);
    const { ok, counts } = await overview(undefined);
    assert.equal([ok, counts.errors > 0, counts.objects], [false, true, undefined]);
    const rows = await tenants(undefined);
    assert.ok(rows.some(({ name, errors }) => name === 'BAD!' && errors > 0));
    assert.is(rows.find(({ name }) => name === 'pay')?.objects, undefined);
    const other = await tenant(undefined, 'example-tenant');
    assert.equal([other?.ok, other?.objects.length], [true, 7]);
  });

  test('a tenant has its documents, objects with their sources, members and namespaces', async () => {
    const tenant = await service.tenant(undefined, 'pay');
    assert.equal(
      tenant?.documents.map(({ label, objects }) => [label, objects]),
      [
        ['Tenant pay', 16],
        ['Extensions pay', 5],
        ['Namespace payments-legacy', 7],
      ],
    );
    const quota = tenant?.objects.find(({ key }) => key === 'ResourceQuota pay-prod/mto-quota');
    assert.equal(quota?.source, { label: 'Tenant pay', file: pay, line: 2, folder: 'kinds/mto/tenant' });
    assert.equal(
      tenant?.roles.map(({ role }) => role),
      ['owner', 'editor', 'viewer'],
    );
    assert.is(tenant?.namespaces.find(({ name }) => name === 'pay-dev')?.hibernates, true);
  });

  test('the platform and unknown names have no page', async () => {
    for (const name of ['platform', 'nobody', '__proto__', ''])
      assert.is(await service.tenant(undefined, name), undefined);
  });

  test('access lists the binding and the line that grant a permission', async () => {
    const rows = await service.access(undefined);
    const right = rows.find(({ subject, namespace }) => subject.name === 'kim@corp.io' && namespace === 'pay-prod');
    assert.equal([right?.role.name, right?.source?.file, right?.source?.line], ['view', pay, 2]);
    assert.equal(right?.binding, 'RoleBinding.rbac.authorization.k8s.io pay-prod/mto-editor-view');
  });

  test('the permissions of a user include those of groups that list the user in the files', async () => {
    const { groups, rows } = await service.accessOf(undefined, 'ada@corp.io');
    assert.equal(groups, ['lab-members']);
    assert.ok(rows.length > 0);
    assert.ok(
      rows.every(
        ({ subject: { kind, name } }) => name === 'ada@corp.io' || (kind === 'Group' && name === 'lab-members'),
      ),
    );
    assert.equal((await service.accessOf(undefined, 'nobody@corp.io')).rows, []);
  });

  test('a quota has a total, and namespace shares that add up to it', async () => {
    const quotas = await service.quotas(undefined);
    const quota = quotas.find(({ tenant }) => tenant === 'pay');
    assert.equal(quota?.totals, [
      { name: 'small', amounts: { 'requests.cpu': '8', 'requests.memory': '16Gi', persistentvolumeclaims: '12' } },
    ]);
    const cpu = quota?.namespaces.map(({ amounts }) => Number.parseInt(amounts['requests.cpu'] ?? '', 10));
    assert.is(
      cpu?.reduce((sum, one) => sum + one, 0),
      8000,
    );
  });

  test('a schedule has its next changes, and the resulting state', async () => {
    const monday = Date.parse('2026-11-23T12:00:00+01:00');
    const [schedule] = await service.schedules(undefined, monday);
    assert.equal([schedule?.name, schedule?.now, schedule?.namespaces], ['dev-nights', 'awake', ['pay-dev']]);
    assert.equal(
      schedule?.changes.slice(0, 2).map(({ at, to }) => [new Date(at).toISOString(), to]),
      [
        ['2026-11-23T18:00:00.000Z', 'asleep'],
        ['2026-11-24T06:00:00.000Z', 'awake'],
      ],
    );
    const [atNight] = await service.schedules(undefined, monday + 8 * 3_600_000);
    assert.is(atNight?.now, 'asleep');
  });

  test('a schedule without a wake time in the meantime stays asleep', async () => {
    const path = 'tenants/mto-supervisor-dev-nights.yaml';
    const saturday = Date.parse('2026-11-28T12:00:00+01:00');
    const schedulesWith = (change: (text: string) => string) => {
      const files = sampleFiles.map((one) =>
        one.path === path && 'text' in one ? { path, text: change(one.text) } : one,
      );
      return serviceOf(files, []).schedules(undefined, saturday);
    };
    const [daily] = await schedulesWith((text) => text.replace(/sleepSchedule: .*/, 'sleepSchedule: 0 19 * * *'));
    assert.equal([daily?.now, daily?.changes[0]], ['asleep', { at: saturday + 43 * 3_600_000, to: 'awake' }]);
    const [once] = await schedulesWith((text) => text.replace(/\n *wakeSchedule: .*/, ''));
    assert.equal([once?.now, once?.changes], ['asleep', []]);
  });

  test('the bill shows that its usage is sample data, and its days add up to its total', async () => {
    const bill = await service.bill(undefined, whole);
    assert.match(bill?.sample ?? '', 'SAMPLE');
    const days = bill?.days.flatMap(({ costs }) => Object.values(costs)) ?? [];
    assert.ok(Math.abs(days.reduce((sum, cost) => sum + cost, 0) - Number(bill?.total)) < 1e-6);
    assert.is(bill?.days.length, 7);
  });

  test('pages show an earlier commit, and two commits can be compared', async () => {
    const earlier = sampleFiles.filter(({ path }) => path !== pay && !/extensions|payments/.test(path));
    const { tenants, tenant, compare, commits, access } = serviceOf(sampleFiles, [earlier]);
    const [commit] = (await commits()).commits;
    const sha = commit?.sha ?? '';
    assert.is((await tenants(sha.slice(0, 7))).length, 9);
    assert.is(await tenant(sha, 'pay'), undefined);
    const owners = (await access(sha)).map(({ tenant: owner }) => owner);
    assert.ok(owners.length > 0 && !owners.includes('pay'));
    const { changes } = await compare(sha, undefined);
    assert.ok(changes.some(({ tenant: owner, risk }) => owner === 'pay' && risk === 'tenant-added'));
    const missing = await tenants('fff').catch((error: Error) => error.message);
    assert.is(missing, 'the stored history does not contain commit fff');
  });
});
