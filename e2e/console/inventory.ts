import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { claimAnnotation, reclaimPolicyAnnotation } from '../../kubernetes/retention.ts';
import { temporaryFolder } from '../temporary.ts';

const node = (name: string, pool: string) => ({
  ...{ apiVersion: 'v1', kind: 'Node', metadata: { name, labels: { pool } } },
  status: { allocatable: { cpu: '8', memory: '32Gi', pods: '110' } },
});
const quota = {
  ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'mto-quota', namespace: 'pay-dev' } },
  status: { hard: { 'requests.cpu': '2667m' }, used: { 'requests.cpu': '2400m' } },
};

/** Opens an inventory of two nodes, a quota and, if given, further objects, on the Cluster page. */
export async function openInventory(page: Page, more: readonly object[] = []): Promise<void> {
  const path = join(temporaryFolder('leasehold-inventory-'), 'inventory.json');
  const items = [node('n1', 'default'), node('n2', 'gpu'), quota, ...more];
  writeFileSync(path, JSON.stringify({ kind: 'List', items }));
  await page.locator('input[type="file"]').setInputFiles(path);
  await page.getByText(`inventory.json: ${items.length} objects`).waitFor();
}

interface Retained {
  readonly tenant: string;
  /** `namespace/name` */
  readonly claim: string;
  readonly size: string;
}

function retained({ tenant, claim, size }: Retained): object {
  const [namespace = '', name = ''] = claim.split('/');
  return {
    ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
    metadata: {
      name: `pvc-${name}`,
      labels: { 'leasehold.dev/tenant': tenant },
      annotations: { [claimAnnotation]: claim, [reclaimPolicyAnnotation]: 'Delete' },
    },
    spec: {
      ...{ capacity: { storage: size }, persistentVolumeReclaimPolicy: 'Retain' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid: 'deleted' },
    },
    status: { phase: 'Released', lastPhaseTransitionTime: '2026-06-01T08:00:00Z' },
  };
}

/** Volumes whose claims were deleted. */
export const retainedVolumes = [
  retained({ tenant: 'lab', claim: 'lab-dev/results', size: '40Gi' }),
  retained({ tenant: 'pay', claim: 'pay-dev/orders', size: '10Gi' }),
];
