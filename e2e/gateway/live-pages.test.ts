import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { connect } from '../../cluster/client.ts';
import { openLive } from '../../gateway/live/live.ts';
import { claimAnnotation, reclaimPolicyAnnotation } from '../../kubernetes/retention.ts';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { clusterOf, complaints } from '../cluster.ts';
import { violationsOf } from '../console/browser.ts';
import { sharedControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { renderSamples } from '../product.ts';
import { startProxy } from '../retention/proxy.ts';
import { kept } from '../workloads.ts';
import { serveGateway } from './gateway-of-people.ts';

const reader = 'console-reader';
const role: KubeObject = {
  ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: reader } },
  rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }],
};
const binding: KubeObject = {
  ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: reader } },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: reader },
  subjects: [{ kind: 'ServiceAccount', name: reader, namespace: 'pay-dev' }],
};
const volume: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'PersistentVolume' },
  metadata: {
    name: 'retained-orders',
    labels: { 'leasehold.dev/tenant': 'pay' },
    annotations: { [claimAnnotation]: 'pay-dev/orders', [reclaimPolicyAnnotation]: 'Delete' },
  },
  spec: {
    ...{ capacity: { storage: '7Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'retained' },
    ...{ persistentVolumeReclaimPolicy: 'Retain', hostPath: { path: '/never-mounted' } },
    claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'pay-dev', name: 'orders', uid: 'gone' },
  },
};
const plane = await sharedControlPlane();
const samples = renderSamples().filter(isShown);
await applyObjects([...samples, ...ownObjects()]);
let isCut = false;
const proxy = await startProxy(plane, () => (isCut ? 'cut-before' : 'pass'));
const token = kubectl('create', 'token', reader, '-n', 'pay-dev', '--duration=1h').trim();
const live = openLive({
  client: connect({ server: `https://127.0.0.1:${proxy.port}`, ca: proxy.ca, token: () => token, now: Date.now }),
  ...{ isWhole: true, argocd: undefined },
});
const served = await serveGateway({}, live);
const { page, open, complaints: pageComplaints } = await served.enter('admin', { width: 1440 });
page.setDefaultTimeout(20_000);
await eventually('the quota counts the pods', async () => {
  const quota = kubectl('get', 'resourcequota', '-n', 'pay-dev', '-o', 'jsonpath={.items[*].status.used}');
  return quota.includes('"requests.cpu":"500m"') || undefined;
});

suite('the pages of the cluster', (test) => {
  test('compare the requests of pods with a node, and with the quota of their tenant', async () => {
    await open('#/cluster/capacity');
    await page.getByText('As of').waitFor();
    assert.match(await rowOf(page, 'node'), /of 1,000/);
    assert.match(await rowOf(page, 'pay'), /0\.5 of/);
    await look('capacity');
  });

  test('list a retained volume with its claim', async () => {
    await open('#/cluster/volumes');
    assert.match(await rowOf(page, 'retained-orders'), /pay.*pay-dev\/orders.*7Gi/);
    await look('volumes');
  });

  test("state the time of the platform's workloads", async () => {
    await open('#/cluster/health');
    await page.getByText('As of').waitFor();
    await look('health');
  });

  test('show what a quota is used for', async () => {
    await open('#/tenants/pay/quota');
    assert.match(await rowOf(page, 'pay-dev'), /500m of/);
    await look('quota');
    await open('#/quotas');
    assert.match(await rowOf(page, 'pay-dev'), /500m of/);
    await look('quotas');
  });
});

suite('the pages of a cluster that cannot be read', (test) => {
  test('keep the last values, show the reason, and continue alone', async () => {
    await open('#/cluster/capacity');
    await page.getByText('As of').waitFor();
    isCut = true;
    proxy.cutAll();
    await page.getByText('The gateway cannot read the cluster now').waitFor();
    assert.match(await rowOf(page, 'pay'), /0\.5 of/);
    await look('capacity-lost');
    isCut = false;
    await page.getByText('The gateway cannot read the cluster now').waitFor({ state: 'detached', timeout: 60_000 });
    assert.match(await rowOf(page, 'pay'), /0\.5 of/);
  });

  test('show that an account lost its rights, and continue when it has them again', async () => {
    await open('#/quotas');
    kubectl('delete', 'clusterrolebinding', reader);
    proxy.cutAll();
    await page.getByText('forbidden').waitFor({ timeout: 30_000 });
    assert.match(await rowOf(page, 'pay-dev'), /500m of/);
    await look('quotas-forbidden');
    await applyObjects([binding]);
    await page.getByText('forbidden').waitFor({ state: 'detached', timeout: 60_000 });
  });

  test('show a changed cluster without a reload', async () => {
    kubectl('delete', 'deployment', 'web', '-n', 'pay-dev');
    await eventually('the usage falls', async () => /^pay-dev.* 0 of/.test(await rowOf(page, 'pay-dev')) || undefined);
    assert.equal(pageComplaints, []);
  });

  test('end', async () => {
    live.close();
    await served.close();
    proxy.stop();
    kubectl('delete', 'pv', 'retained-orders');
    assert.ok(true);
  });
});

/** The sample tenants pay and lab, and the platform. */
function isShown({ kind, metadata }: KubeObject): boolean {
  return kind !== 'ValidatingAdmissionPolicyBinding' && /^(pay|lab)/.test(metadata.namespace ?? metadata.name);
}

function ownObjects(): readonly KubeObject[] {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: reader, namespace: 'pay-dev' } };
  return [account, role, binding, volume, deployment('web', 2, {}), deployment('night', 0, { [kept]: '3' })];
}

function deployment(name: string, replicas: number, annotations: object): KubeObject {
  const labels = { app: name };
  const resources = { requests: { cpu: '250m', memory: '128Mi' }, limits: { cpu: '300m', memory: '256Mi' } };
  const containers = [{ name: 'main', image: 'example.com/main:1', resources }];
  return {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'pay-dev', annotations } },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  };
}

async function applyObjects(objects: readonly KubeObject[]): Promise<void> {
  const cluster = clusterOf(plane.api);
  await prepare(cluster, objects);
  assert.equal(complaints(await cluster.apply(objects, { force: true })), []);
}

function kubectl(...args: readonly string[]): string {
  const { status, stdout, stderr } = plane.kubectl(args);
  assert.is(status, 0, stderr);
  return stdout;
}

/** The cells of the row that begins with a name, in one line. */
async function rowOf(from: Page, name: string): Promise<string> {
  const row = from.getByRole('row').filter({ has: from.getByText(name, { exact: true }) });
  return (await row.first().innerText()).replaceAll(/\s+/g, ' ');
}

/** Tests the page for accessibility, also at 320 px. PICTURES names a folder for screenshots. */
async function look(name: string): Promise<void> {
  const { PICTURES: folder } = process.env;
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await violationsOf(page), []);
    const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    assert.ok(Number(wider) <= 0, `${name} is ${wider} px too wide at ${width} px`);
    if (folder) await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  }
}
