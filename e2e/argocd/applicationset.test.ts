import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { applicationIn, pathOf } from './application.ts';
import { applySet, refreshSet, settled } from './applicationset.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, manyTenants } from './fixtures.ts';
import { report } from './report.ts';
import { makeRepository } from './repository.ts';

suite('in a real Argo CD, an ApplicationSet', (test) => {
  const each = makeRepository();

  test('creates an Application for each of 50 tenants, and for no file in a subdirectory', async () => {
    const argo = await sharedArgoCd();
    const commit = each.commit({ ...manyTenants(50, 'many'), 'tenants/_archive/old.yaml': 'not: [read' });
    const start = performance.now();
    await applySet(argo, 'applicationset-tenants.yaml', each, 'each');
    await settled(argo, 'tenant-', commit, 50);
    report('50 tenants in an Application each, 350 objects, Synced and Healthy', start);
  });

  test('keeps the quota of a removed tenant until a person confirms the deletion, and then deletes the namespace', async () => {
    const { plane } = await sharedArgoCd();
    const application = applicationIn(plane.api, 'tenant-many3');
    const namespace = '/api/v1/namespaces/live-many3';
    each.commit({ 'tenants/many3.yaml': null });
    await refreshSet(plane.api, 'each');
    await eventually('the Application is being deleted', async () => {
      const { body } = await plane.api.request('GET', pathOf(application.name));
      return (body as { metadata: { deletionTimestamp?: string } }).metadata.deletionTimestamp;
    });
    await sleep(3000);
    assert.is((await plane.api.request('GET', `${namespace}/resourcequotas/kleff-plan-quota`)).status, 200);
    await application.annotate({ 'argocd.argoproj.io/deletion-approved': new Date().toISOString() });
    const isGone = async () => (await plane.api.request('GET', namespace)).status === 404 || undefined;
    await eventually('the namespace is gone', isGone);
  });

  test('of four shards creates four Applications that apply all tenants', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const commit = repository.commit({ ...manyTenants(8, 'part'), 'tenants/late.yaml': kleffTenant('part-late') });
    await applySet(argo, 'applicationset-shards.yaml', repository, 'shards');
    await settled(argo, 'tenants-', commit, 4);
    const { body } = await argo.plane.api.request('GET', '/api/v1/namespaces', {
      query: { labelSelector: 'leasehold.dev/tenant' },
    });
    const made = (body['items'] as readonly KubeObject[]).filter(({ metadata }) =>
      metadata.name.startsWith('live-part'),
    );
    assert.is(made.length, 9);
  });
});
