import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { violationsOf } from '../console/browser.ts';
import { serveGateway } from './gateway-of-people.ts';

const pay = 'tenants/mto-tenant-pay.yaml';
const form = `#/edit?file=${encodeURIComponent(pay)}&view=form`;
const attack = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;

const supervisor = `apiVersion: hibernation.stakater.com/v1beta1
kind: ResourceSupervisor
metadata:
  name: prod-nights
  namespace: pay-prod
spec:
  schedule:
    sleepSchedule: 0 20 * * *
    wakeSchedule: 0 6 * * *
`;

const evil = `apiVersion: tenantoperator.stakater.com/v1beta3
kind: Tenant
metadata:
  name: evil
spec:
  quota: small
  accessControl:
    owners:
      groups:
        - pay-leads
      users:
        - ${JSON.stringify(attack)}
  namespaces:
    withTenantPrefix:
      - dev
    metadata:
      common:
        annotations:
          note: ${JSON.stringify(attack)}
`;

suite('members of tenants and finance in the console', (test) => {
  const served = serveGateway({ 'tenants/prod-nights.yaml': supervisor, 'tenants/evil.yaml': evil });
  const complaints: string[] = [];
  const enter = async (...args: Parameters<Awaited<typeof served>['enter']>) => {
    const visited = await (await served).enter(...args);
    return {
      ...visited,
      close: async () => {
        complaints.push(...visited.complaints);
        await visited.page.context().close();
      },
    };
  };

  test('see only their own tenants and namespaces, and do not load the data of the whole repository', async () => {
    const { asked } = await served;
    const before = asked.length;
    const { page, open, close } = await enter('editor');
    await open('#/');
    await page.getByText('Your tenants render').waitFor();
    await open('#/tenants');
    await page.getByText('1 tenant', { exact: true }).waitFor();
    await open('#/namespaces');
    await page.getByText('3 namespaces').waitFor();
    await open('#/tenants/lab');
    await page.getByText('you do not have access to it').waitFor();
    const paths = asked.slice(before);
    assert.is(paths.filter((path) => path.endsWith('/files')).length, 1);
    assert.not.ok(paths.some((path) => path.startsWith('/data/') || path.endsWith('/yaml')));
    await close();
  });

  test('can propose a new member if they are owners, but not if they are viewers, and follow the change until it is merged', async () => {
    const { git, gateway } = await served;
    const { page, open, close } = await enter('owner');
    await open(form);
    await page.getByRole('button', { name: 'Add users' }).first().click();
    await page.getByLabel('users 2').fill('eve@corp.io');
    await page.getByText('access widened').first().waitFor();
    await page.getByRole('button', { name: 'Propose change' }).click();
    await page.getByText('You can propose this change.').waitFor();
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.locator('[aria-current="step"]', { hasText: 'open' }).waitFor();
    const command = (await page.getByText('git merge leasehold/').textContent()) ?? '';
    git('merge', '--quiet', '--no-ff', '-m', 'Merge', /leasehold\/\w+/.exec(command)?.[0] ?? '');
    await gateway.branch.refresh();
    await gateway.changes.refresh();
    await page.locator('[aria-current="step"]', { hasText: 'merged' }).waitFor();
    await close();
    const viewer = await enter('viewer');
    await viewer.open(form);
    await viewer.page.getByRole('button', { name: 'Add users' }).first().click();
    await viewer.page.getByLabel('users 2').fill('mallory@corp.io');
    await viewer.page.getByText('access widened').first().waitFor();
    await viewer.page.getByRole('button', { name: 'Propose change' }).click();
    await viewer.page.getByText('You cannot propose this change.').waitFor();
    assert.ok(await viewer.page.getByRole('button', { name: 'Propose', exact: true }).isDisabled());
    await viewer.close();
  });

  test('see when namespaces sleep, and the next changes in local time', async () => {
    const { page, open, close } = await enter('owner');
    await open('#/hibernation');
    const card = page.locator('section.card', { hasText: 'prod-nights' });
    await card.getByText('0 20 * * *').waitFor();
    assert.match((await card.locator('time').first().textContent()) ?? '', 'GMT');
    assert.equal(await violationsOf(page), []);
    assert.is(await card.getByRole('link', { name: 'Propose to wake' }).count(), 1);
    await page.getByText('Ask the platform team to change it.').waitFor();
    await close();
  });

  test('compare the usage of namespaces and workloads with quotas, and simulate an object', async () => {
    const { page, open, close } = await enter('viewer');
    await open('#/tenants/pay/use');
    await page.getByText('231%').waitFor();
    await page.getByRole('row', { name: /StatefulSet\/ledger pay-prod/ }).waitFor();
    assert.equal(await violationsOf(page), []);
    await open('#/simulate?namespace=pay-prod');
    await page.getByText('Rejected by 1 rule').waitFor();
    await close();
  });

  test('see costs by tenant, namespace, workload and label, compared, and as CSV', async () => {
    const { page, open, close } = await enter('finance');
    await open('#/');
    await page.getByText('Tenants', { exact: true }).last().waitFor();
    assert.is(await page.locator('.health').count(), 0);
    await open('#/cost?from=2026-06-04&to=2026-06-06');
    await page.getByLabel('Compare with the previous period').check();
    await page.getByText('From 2026-06-01 to 2026-06-03').waitFor();
    await page.getByText('idle capacity').first().waitFor();
    for (const by of ['Namespace', 'Workload', 'Tenant']) {
      await page.getByLabel('Group by').selectOption(by);
      await page.getByRole('row', { name: /^pay/ }).first().waitFor();
    }
    const total = (await page.locator('tfoot td').last().textContent()) ?? '';
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const csv = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1);
    assert.is(csv.reduce((sum, line) => sum + Number(line.split(',').at(-3)), 0).toFixed(2), total);
    await open('#/tenants');
    await page.getByRole('row', { name: /^pay/ }).waitFor();
    assert.is(await page.getByText('An error prevents the render').count(), 0);
    await close();
    const owner = await enter('owner');
    await owner.open('#/cost?by=label:cost-center');
    await owner.page.getByRole('rowheader', { name: 'cc-42' }).waitFor();
    await owner.open('#/tenants/pay/cost');
    await owner.page.getByText('63.44').first().waitFor();
    await owner.close();
  });

  test('see who changed what, when, and with which pull request', async () => {
    const { git, commit, gateway } = await served;
    commit(pay, `${git('show', `HEAD:${pay}`)}\n# reviewed\n`);
    git('commit', '--quiet', '--amend', '-m', 'Review the tenant pay (#12)');
    await gateway.branch.refresh();
    const { page, open, close } = await enter('viewer');
    await open('#/tenants/pay/history');
    await page.getByText('Review the tenant pay (#12)').first().waitFor();
    await page.getByText('Ada').first().waitFor();
    await page.getByRole('link', { name: /^View the tenant add tenants/ }).click();
    await page.getByText('You are viewing the repository at commit').waitFor();
    await open('#/tenants/pay/objects?object=ResourceQuota%20pay-prod%2Fmto-quota&blame=1');
    await page.getByText('add tenants').first().waitFor();
    assert.equal(await violationsOf(page), []);
    await close();
  });

  test('see a hostile repository as text', async () => {
    const { page, open, close } = await enter('owner');
    for (const place of ['#/', '#/tenants/evil', '#/tenants/evil/objects', '#/access', '#/namespaces', '#/files']) {
      await open(place);
      assert.is(await page.evaluate('window.hacked'), undefined, place);
      assert.is(await page.locator('img:not([src="icon.svg"]), #app script').count(), 0, place);
    }
    await open('#/tenants/evil');
    await page.getByText(attack).first().waitFor();
    await close();
  });

  test('see no page that logs an error or violates the policy', async () => {
    await (await served).close();
    assert.equal(
      complaints.filter((one) => !one.includes('status of 404')),
      [],
    );
  });
});
