import { join } from 'node:path';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { connect } from '../../cluster/client.ts';
import { openLive } from '../../gateway/live/live.ts';
import { suite } from '../../test/harness.ts';
import { violationsOf } from '../console/browser.ts';
import { eventually } from '../daemon.ts';
import { startProxy } from '../retention/proxy.ts';
import { kept } from '../workloads.ts';
import { serveGateway } from './gateway-of-people.ts';
import { binding, liveCluster, ownApplication, platformFiles, reader } from './live-cluster.ts';

const { plane, apply, kubectl } = await liveCluster();
const platformNamespace = 'multi-tenant-operator';
let isCut = false;
const proxy = await startProxy(plane, () => (isCut ? 'cut-before' : 'pass'));
const token = kubectl('create', 'token', reader, '-n', 'pay-dev', '--duration=1h').trim();
const live = openLive({
  client: connect({ server: `https://127.0.0.1:${proxy.port}`, ca: proxy.ca, token: () => token, now: Date.now }),
  ...{ readsCluster: true, argocd: ownApplication },
});
const served = await serveGateway(platformFiles(), live);
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

  test('list each component with its state, its last run, and what to do', async () => {
    kubectl(
      'create',
      'cronjob',
      'tenant-operator-fees-cronjob',
      '-n',
      platformNamespace,
      '--image=a',
      '--schedule=0 0 1 1 *',
    );
    const status = { status: { lastScheduleTime: '2026-01-01T00:00:00Z', lastSuccessfulTime: '2026-01-01T00:00:09Z' } };
    const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify(status)];
    kubectl('patch', 'cronjob', 'tenant-operator-fees-cronjob', '-n', platformNamespace, ...patch);
    await open('#/cluster/health');
    await page.getByText('As of').waitFor();
    await page.getByText('2 of 3 components need attention').waitFor();
    const rows = page.getByRole('row');
    const textOf = async (name: string) => (await rows.filter({ hasText: name }).innerText()).replaceAll(/\s+/g, ' ');
    assert.match(await textOf('postgresql'), /not ready.* 0 of 1.* kubectl describe pods .*-l app=db/);
    assert.match(await textOf('usage-cronjob'), /not in the cluster.* Sync the Application .* kubectl get events -n/);
    assert.match(await textOf('fees-cronjob'), /ready last run Jan 1, 2026.* none/);
    await look('health');
  });

  test('show which namespaces sleep, and what Argo CD has applied', async () => {
    await open('#/tenants/pay');
    const card = page.locator('section.card', { hasText: 'In the cluster' });
    await card.getByText('1 out of sync').waitFor();
    const text = (await card.innerText()).replaceAll(/\s+/g, ' ');
    assert.match(
      text,
      /1 partly asleep.*2 no workloads.*4 objects in total.*degraded.*abcdef0.*ResourceQuota pay-dev\/mto-quota/,
    );
    assert.match(text, /As of/);
    await look('tenant');
    await open('#/namespaces');
    await page.getByText('partly asleep').waitFor();
    assert.match(await rowOf(page, 'pay-dev'), /partly asleep 1 out of sync/);
    assert.match(await rowOf(page, 'pay-prod'), /no workloads synced degraded/);
    assert.match(await rowOf(page, 'absent'), /not in the cluster –/);
    await look('namespaces');
    kubectl('scale', 'deployment', 'web', '-n', 'pay-dev', '--replicas=0');
    kubectl('annotate', 'deployment', 'web', '-n', 'pay-dev', `${kept}=2`);
    await open('#/hibernation');
    const state = page.getByRole('listitem').filter({ hasText: 'pay-dev' });
    await state.getByText('asleep', { exact: true }).waitFor();
    await look('hibernation');
    kubectl('scale', 'deployment', 'web', '-n', 'pay-dev', '--replicas=2');
    kubectl('annotate', 'deployment', 'web', '-n', 'pay-dev', `${kept}-`);
    await state.getByText('partly asleep').waitFor();
    await open(`#/hibernation?at=${served.git('rev-parse', 'HEAD')}`);
    await page.getByText('shown only with the current files').waitFor();
  });

  test('show the usage of a quota, on the page of its tenant and among all quotas', async () => {
    for (const [path, name] of [
      ['#/tenants/pay/quota', 'quota'],
      ['#/quotas', 'quotas'],
    ] as const) {
      await open(path);
      const isUsed = async () => /500m of/.test(await rowOf(page, 'pay-dev')) || undefined;
      await eventually(`${name} shows the usage`, isUsed);
      await look(name);
    }
  });
});

suite('the pages of a cluster that becomes unavailable or changes', (test) => {
  test('keep the last values, show the reason, and recover automatically', async () => {
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

  test('show that an account lost its permissions, and recover when it regains them', async () => {
    await open('#/quotas');
    kubectl('delete', 'clusterrolebinding', reader);
    proxy.cutAll();
    await page.getByText('forbidden').waitFor({ timeout: 30_000 });
    assert.match(await rowOf(page, 'pay-dev'), /500m of/);
    await look('quotas-forbidden');
    await apply([binding]);
    await page.getByText('forbidden').waitFor({ state: 'detached', timeout: 60_000 });
  });

  test('keep the last state of namespaces, and show why it is old', async () => {
    await open('#/tenants/pay/namespaces');
    await page.getByText('partly asleep').waitFor();
    isCut = true;
    proxy.cutAll();
    await page.getByText(/State now: not available now: no valid response from the API server.* as of/).waitFor();
    assert.match(await rowOf(page, 'pay-dev'), /partly asleep/);
    await look('namespaces-lost');
    isCut = false;
    await page.getByText('not available now').first().waitFor({ state: 'detached', timeout: 60_000 });
    await open('#/quotas');
  });

  test('show a changed cluster without a reload', async () => {
    kubectl('delete', 'deployment', 'web', '-n', 'pay-dev');
    await eventually('the usage falls', async () => /^pay-dev.* 0 of/.test(await rowOf(page, 'pay-dev')) || undefined);
    assert.equal(pageComplaints, []);
  });

  test('are closed, and the test deletes its own objects', async () => {
    live.close();
    await served.close();
    proxy.stop();
    kubectl('delete', 'pv', 'retained-orders');
    kubectl('delete', 'namespace', platformNamespace, ownApplication.namespace, '--wait=false');
    kubectl('delete', 'clusterrole,clusterrolebinding', reader);
    kubectl('delete', 'deployment/night', `serviceaccount/${reader}`, '-n', 'pay-dev');
    assert.is(kubectl('get', 'clusterrole,clusterrolebinding,pv', '-o', 'name').includes(reader), false);
  });
});

/** The text of the first row that shows a name, in one line. */
async function rowOf(from: Page, name: string): Promise<string> {
  const row = from.getByRole('row').filter({ has: from.getByText(name, { exact: true }) });
  return (await row.first().innerText()).replaceAll(/\s+/g, ' ');
}

/** Asserts that the page is accessible and fits the screen at 320 and 1440 pixels. PICTURES names a folder for screenshots. */
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
