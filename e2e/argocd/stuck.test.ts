import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import { applicationIn, pathOf } from './application.ts';
import { applySet, refreshSet, settled } from './applicationset.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { runPage } from './page.ts';
import { report } from './report.ts';
import { makeRepository } from './repository.ts';

/** Creates an object that keeps its namespace in the phase Terminating. */
async function blockDeletion({ apply }: ArgoCd, namespace: string): Promise<void> {
  const metadata = { name: 'hold', namespace, finalizers: ['example.com/hold'] };
  await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
}

async function phaseOf({ plane }: ArgoCd, namespace: string): Promise<string | undefined> {
  const { status, body } = await plane.api.request('GET', `/api/v1/namespaces/${namespace}`);
  return status === 404 ? 'gone' : (body as { status?: { phase?: string } }).status?.phase;
}

async function until(argo: ArgoCd, namespace: string, phase: string): Promise<void> {
  await eventually(`${namespace} is ${phase}`, async () => (await phaseOf(argo, namespace)) === phase || undefined);
}

const confirm = () => ({ 'argocd.argoproj.io/deletion-approved': new Date().toISOString() });
const end = (namespace: string) => ({ NAMESPACE: namespace, OBJECT: 'configmap/hold' });

suite('in a real Argo CD, a namespace that remains in Terminating', (test) => {
  test('blocks only its own tenant, if each tenant has an Application', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const files = { 'tenants/stk-a.yaml': kleffTenant('stk-a'), 'tenants/stk-b.yaml': kleffTenant('stk-b') };
    const commit = repository.commit({ 'tenants/platform.yaml': platform, ...files });
    await applySet(argo, 'applicationset-tenants.yaml', repository, 'stuck');
    await settled(argo, 'tenant-stk', commit, 2);
    await blockDeletion(argo, 'live-stk-a');
    repository.commit({ 'tenants/stk-a.yaml': null });
    await refreshSet(argo.plane.api, 'stuck');
    const removed = applicationIn(argo.plane.api, 'tenant-stk-a');
    await eventually('the Application is being deleted', async () => {
      const { body } = await argo.plane.api.request('GET', pathOf(removed.name));
      return (body as { metadata: { deletionTimestamp?: string } }).metadata.deletionTimestamp;
    });
    await removed.annotate(confirm());
    await until(argo, 'live-stk-a', 'Terminating');
    const start = performance.now();
    const next = repository.commit({ 'tenants/stk-b.yaml': kleffTenant('stk-b', { plan: 'pro' }) });
    const other = applicationIn(argo.plane.api, 'tenant-stk-b');
    await other.refresh();
    await other.settled(next);
    report('another tenant changed while a namespace was stuck, with one Application per tenant', start);
    assert.is(await phaseOf(argo, 'live-stk-a'), 'Terminating');
    const shown = () => runPage(argo, 'stuck-see', end('live-stk-a')).includes('example.com/hold');
    await eventually('the page shows the finalizer', async () => shown() || undefined);
    runPage(argo, 'stuck-end', end('live-stk-a'));
    await until(argo, 'live-stk-a', 'gone');
  });

  test('blocks the sync of a shared Application until the tracking annotation is removed from the namespace', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const files = { 'tenants/stk-c.yaml': kleffTenant('stk-c'), 'tenants/stk-d.yaml': kleffTenant('stk-d') };
    const first = repository.commit({ 'tenants/platform.yaml': platform, ...files });
    const application = await argo.create({ name: 'stuck-shared', repository });
    await application.settled(first, 120);
    await blockDeletion(argo, 'live-stk-c');
    repository.commit({ 'tenants/stk-c.yaml': null });
    await application.refresh();
    await application.until('waits for the confirmation', ({ operationState }) =>
      (operationState?.message ?? '').includes('pruning confirmation of /Namespace/live-stk-c'),
    );
    await application.annotate(confirm());
    await until(argo, 'live-stk-c', 'Terminating');
    const next = repository.commit({ 'tenants/stk-d.yaml': kleffTenant('stk-d', { plan: 'pro' }) });
    await application.refresh();
    await sleep(20_000);
    const { operationState } = await application.status();
    assert.is(operationState?.phase, 'Running');
    assert.match(
      operationState?.message ?? '',
      /^waiting for (?:pruning confirmation|deletion) of \/Namespace\/live-stk-c/,
    );
    runPage(argo, 'stuck-release', { NAMESPACE: 'live-stk-c' });
    const start = performance.now();
    await application.refresh();
    await application.settled(next, 120);
    report('another tenant changed after the annotation was removed', start);
    assert.is(await phaseOf(argo, 'live-stk-c'), 'Terminating');
    runPage(argo, 'stuck-end', end('live-stk-c'));
    await until(argo, 'live-stk-c', 'gone');
  });
});
