import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { temporaryFolder } from '../temporary.ts';
import { sampleRepository, withSite } from './browser.ts';

const node = (name: string, pool: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { pool } },
  status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
});

/** An inventory of two nodes, as a file. */
function inventoryFile(): string {
  const path = join(temporaryFolder('leasehold-inventory-'), 'inventory.json');
  writeFileSync(path, JSON.stringify({ kind: 'List', items: [node('n1', 'default'), node('n2', 'gpu')] }));
  return path;
}

/** Follows a link of the navigation. */
async function go(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

async function textOfDownload(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

suite('roles in the console', (test) => {
  test('an administrator sees problems first, changes a quota for many tenants, and deletes a tenant', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/');
      await page.getByText('Everything renders').waitFor();
      await go(page, 'What if');
      await page.getByRole('button', { name: 'Double resourcequota › hard › requests.cpu' }).click();
      await page.getByText('+362.08').waitFor();
      assert.is(await page.getByRole('row', { name: /^(lab|pay)/ }).count(), 2);
      await page.getByRole('button', { name: 'Open as an edit' }).click();
      await page.getByText('quota raised').first().waitFor();
      assert.match(await textOfDownload(page, 'Download patch'), '+      requests.cpu: "16"');
      await open('#/tenants/pay/graph');
      await page.getByText('pay-prod').first().waitFor({ state: 'attached' });
      await open('#/edit?file=tenants%2Fmto-tenant-lab.yaml');
      await page.getByRole('link', { name: 'Delete file' }).click();
      await page.getByText('tenant removed').first().waitFor();
      assert.equal(complaints, []);
    }));

  test('an administrator compares quotas with the nodes of an inventory, and simulates a pod', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/cluster');
      await page.locator('input[type="file"]').setInputFiles(inventoryFile());
      await page.getByText('inventory.json: 2 objects').waitFor();
      await page.getByText('n2').waitFor();
      await page.getByLabel('Nodes with labels').fill('pool=gpu');
      await page.keyboard.press('Enter');
      await page.getByText('n1').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Save filter' }).click();
      await page.getByRole('link', { name: 'Retained volumes' }).click();
      await page.getByText('No volume is retained').waitFor();
      await page.getByRole('link', { name: 'Platform' }).click();
      await page.locator('.card, .empty').first().waitFor();
      await go(page, 'Simulate');
      await page.getByLabel('Namespace').fill('pay-prod');
      await page.getByText('Rejected by 1 rule').waitFor();
      await page.getByLabel('Example').selectOption('Service');
      await page.getByText('services', { exact: true }).waitFor();
      await go(page, 'Templates');
      assert.equal(complaints, []);
    }));

  test('an owner finds the tenant, explains an access right, and proposes a member and a night of sleep', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/access?user=kim%40corp.io');
      await page.getByText('mto-tenant-pay.yaml').first().waitFor();
      await open('#/tenants?q=pay');
      await page.getByRole('link', { name: 'pay', exact: true }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('link', { name: 'Form' }).click();
      await page.getByRole('button', { name: 'Add users' }).first().click();
      await page.getByLabel('users 2').fill('eve@corp.io');
      await page.getByText('access widened').first().waitFor();
      const patch = await textOfDownload(page, 'Download patch');
      assert.equal(patch.match(/^[+-] .*/gm), ['+        - eve@corp.io']);
      await page.getByRole('link', { name: 'Blame' }).click();
      await page.getByText('Add all other tenants').first().waitFor();
      await go(page, 'Hibernation');
      await page.getByRole('button', { name: 'Propose to sleep now' }).click();
      await page.getByText('changed').first().waitFor();
      assert.match(await textOfDownload(page, 'Download patch'), '-    sleepSchedule: 0 19 * * 1-5');
      assert.equal(complaints, []);
    }));

  test('finance compares periods by label, shares idle capacity, and downloads the same numbers', () =>
    withSite(sampleRepository(), async ({ visit }) => {
      const { page, complaints, open } = await visit();
      await open('#/cost');
      await page.getByLabel('First day').fill('2026-06-04');
      await page.getByLabel('Last day').fill('2026-06-06');
      await page.getByLabel('Compare with the previous period').check();
      await page.getByText('From 2026-06-01 to 2026-06-03').waitFor();
      await page.getByLabel('Share idle capacity').check();
      await page.getByLabel('Group by').selectOption({ label: 'Label stakater.com/kind' });
      await page.getByRole('rowheader', { name: 'dev' }).waitFor();
      const total = (await page.locator('tfoot td').last().textContent()) ?? '';
      const csv = (await textOfDownload(page, 'Download CSV')).trim().split('\r\n').slice(1);
      const sum = csv.reduce((all, line) => all + Number(line.split(',').at(-3)), 0);
      assert.is(sum.toFixed(2), total);
      await go(page, 'History');
      await page.getByRole('link', { name: 'View Begin with one tenant' }).click();
      await go(page, 'Cost');
      await page.getByText('No use is recorded').waitFor();
      assert.equal(complaints, []);
    }));
});
