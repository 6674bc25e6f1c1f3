import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../temporary.ts';

const node = (name: string, pool: string) => ({
  ...{ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { pool } } },
  status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
});
const quota = {
  ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'mto-quota', namespace: 'pay-dev' } },
  status: { hard: { 'requests.cpu': '2667m' }, used: { 'requests.cpu': '2400m' } },
};

/** Opens an inventory of two nodes and a quota on the page of the cluster. */
export async function openInventory(page: Page): Promise<void> {
  const path = join(temporaryFolder('leasehold-inventory-'), 'inventory.json');
  const items = [node('n1', 'default'), node('n2', 'gpu'), quota];
  writeFileSync(path, JSON.stringify({ kind: 'List', items }));
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.getByText('inventory.json: 3 objects').waitFor();
}
