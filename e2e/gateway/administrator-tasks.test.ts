import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { openInventory } from '../console/inventory.ts';
import { openConsole } from './served-console.ts';

const template = `apiVersion: templates.stakater.com/v1alpha1
kind: Template
metadata:
  name: baseline
parameters:
  - name: CPU
    value: 500m
resources:
  manifests:
    - apiVersion: v1
      kind: ConfigMap
      metadata:
        name: defaults
      data:
        cpu: \${CPU}
---
apiVersion: templates.stakater.com/v1alpha1
kind: ClusterTemplateInstance
metadata:
  name: baseline-everywhere
spec:
  template: baseline
  selector:
    matchLabels:
      stakater.com/tenant: pay
`;

suite('administrators in the console', (test) => {
  const served = openConsole({ 'tenants/templates.yaml': template });

  test('see what needs attention first, and costs and hibernation changes once everything renders', async () => {
    const { page, root } = await served;
    const broken = join(root, 'tenants/broken.yaml');
    writeFileSync(broken, 'apiVersion: tenantoperator.stakater.com/v1beta3\nkind: Tenant\nmetadata: {name: oops}\n');
    await page.reload();
    await page.getByText(/error(s)? prevent/).waitFor();
    const titles = await page.locator('main h2').allTextContents();
    assert.is(titles[0], 'Needs attention');
    await page
      .getByRole('link', { name: /broken\.yaml/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'broken.yaml', level: 1 }).waitFor();
    rmSync(broken);
    await page.goto(new URL('/', page.url()).href);
    await page.getByText('Everything renders').waitFor();
    await page.getByRole('heading', { name: 'Cost of the last recorded days' }).waitFor();
    await page.getByRole('heading', { name: 'Next hibernation changes' }).waitFor();
  });

  test('create a tenant in a form that checks its name, view it as YAML, and preview the deletion of another tenant', async () => {
    const { page, open, git } = await served;
    await open('#/edit?new=tenant');
    await page.getByLabel('Name').fill('pay');
    await page.getByText('Tenant pay already exists').waitFor();
    await page.getByLabel('Name').fill('globex');
    await page.keyboard.press('Enter');
    await page.getByLabel('quota').fill('small');
    await page.getByLabel('groups 1').first().fill('globex-leads');
    await page.getByLabel('groups 1').last().fill('globex-devs');
    await page.getByText('tenant added').first().waitFor();
    await page.getByRole('link', { name: 'YAML' }).click();
    await page.locator('.cm-content', { hasText: 'globex-leads' }).waitFor();
    await page.getByRole('button', { name: 'Propose change' }).click();
    await page.getByText('You can propose this change.').waitFor();
    await page.getByRole('button', { name: 'Propose', exact: true }).click();
    await page.locator('[aria-current="step"]', { hasText: 'open' }).waitFor();
    assert.match(git('branch', '--list', 'leasehold/*'), 'leasehold/');
    await open('#/edit?file=tenants%2Fmto-tenant-lab.yaml&view=yaml');
    await page.locator('.cm-content').waitFor();
    await page.getByRole('link', { name: 'Delete file' }).click();
    await page.getByText('tenant removed').first().waitFor();
  });

  test('follow the graph from a tenant to its namespaces and their objects', async () => {
    const { page, open } = await served;
    await open('#/tenants/pay/graph');
    await page.locator('.graph a', { hasText: 'pay-prod' }).click();
    await page.locator('.object-list', { hasText: 'mto-quota' }).waitFor();
    assert.is(await page.locator('.object-list').getByText('pay-dev').count(), 0);
  });

  test('compare the quota of a tenant and of each namespace with their usage', async () => {
    const { page, open } = await served;
    await open('#/cluster');
    await openInventory(page);
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Quotas' }).click();
    await page.getByRole('row', { name: /pay-dev.*2400m of 2667m 90%/ }).waitFor();
    await page
      .getByRole('row', { name: /Total \(small\).*16Gi/ })
      .first()
      .waitFor();
  });

  test('compare requests and quotas with nodes, save a filter, and look for retained volumes', async () => {
    const { page } = await served;
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Cluster' }).click();
    await page.getByText('n1').waitFor();
    await page.getByLabel('Nodes with labels').fill('pool=gpu');
    await page.keyboard.press('Enter');
    await page.getByText('n1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save filter' }).click();
    await page.getByLabel('Nodes with labels').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('n1').waitFor();
    await page.getByRole('button', { name: 'pool=gpu' }).click();
    await page.getByText('n1').waitFor({ state: 'detached' });
    await page.getByText('17 of 8 213%').waitFor();
    await page.getByRole('link', { name: 'Retained volumes' }).click();
    await page.getByText('No volume is retained').waitFor();
  });

  test('see the permissions of a user, with a link to the file that grants them', async () => {
    const { page, open } = await served;
    await open('#/access?user=ada%40corp.io');
    await page.getByText('Member of lab-members').waitFor();
    const row = page.getByRole('row', { name: /lab-ada-corp-sandbox.*edit/ }).first();
    await row.getByRole('link', { name: /mto-tenant-lab\.yaml/ }).click();
    await page.getByRole('heading', { name: 'mto-tenant-lab.yaml', level: 1 }).waitFor();
  });

  test('see templates with parameters, instances, and the namespaces that a selector matches', async () => {
    const { page, open } = await served;
    await open('#/templates');
    await page.getByText('in use').waitFor();
    await page.getByText('500m').first().waitFor();
    await page.getByRole('row', { name: /baseline-everywhere.*pay-dev.*pay-prod/ }).waitFor();
  });

  test('see the configuration, and the health of the platform', async () => {
    const { page, open } = await served;
    await open('#/configuration');
    await page.locator('summary', { hasText: 'IntegrationConfig' }).click();
    await page.locator('details[open] .code').waitFor();
    await page.getByRole('link', { name: 'Health of the platform' }).click();
    await page
      .getByText(/The platform renders no workloads|not in the inventory/)
      .first()
      .waitFor();
  });

  test('see what a change of a quota does to its tenants, and which rule rejects an object', async () => {
    const { page, open } = await served;
    await open('#/what-if');
    await page.getByRole('button', { name: 'Double resourcequota › hard › requests.cpu' }).click();
    await page.getByText('+362.08').waitFor();
    assert.is(await page.getByRole('row', { name: /^(lab|pay)/ }).count(), 2);
    await page.getByRole('button', { name: 'Open as an edit' }).click();
    await page.getByText('quota raised').first().waitFor();
    await open('#/simulate?namespace=pay-prod');
    await page.getByText('Rejected by 1 rule').waitFor();
  });

  test('can propose to wake namespaces, and preview putting them to sleep', async () => {
    const { page, open } = await served;
    await open('#/hibernation');
    await page.getByRole('button', { name: 'Propose to sleep now' }).click();
    await page.getByText('changed').first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await open('#/hibernation');
    await page.getByRole('link', { name: 'Propose to wake' }).click();
    await page.getByRole('button', { name: 'Propose change' }).click();
    await page.getByText('You can propose this change.').waitFor();
    await page.keyboard.press('Escape');
  });

  test('share idle capacity between tenants', async () => {
    const { page, open } = await served;
    await open('#/cost');
    await page.getByRole('rowheader', { name: 'idle capacity' }).waitFor();
    const total = await page.locator('tfoot td').last().textContent();
    await page.getByLabel('Share idle capacity').check();
    await page.getByRole('rowheader', { name: 'idle capacity' }).waitFor({ state: 'detached' });
    assert.is(await page.locator('tfoot td').last().textContent(), total);
  });

  test('see no page that logs an error or violates the policy', async () => {
    const { complaints, close } = await served;
    await close();
    assert.equal(complaints, []);
  });
});
