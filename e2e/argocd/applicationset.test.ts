import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { Api } from '../api.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { type ApplicationStatus, applicationIn, isSettled, pathOf } from './application.ts';
import { type ArgoCd, sharedArgoCd } from './argocd.ts';
import { readExample } from './examples.ts';
import { kleffTenant, manyTenants } from './fixtures.ts';
import { report } from './report.ts';
import { makeRepository, type Repository } from './repository.ts';

type Listed = KubeObject & { readonly status?: ApplicationStatus };

/** Waits until there are so many Applications of a prefix and all of them are settled. */
async function settled(argo: ArgoCd, prefix: string, commit: string, count: number): Promise<void> {
  let last: readonly Listed[] = [];
  const ask = async () => {
    const { body } = await argo.cluster.api.request('GET', pathOf(''));
    last = (body['items'] as readonly Listed[]).filter(({ metadata }) => metadata.name.startsWith(prefix));
    return (last.length === count && last.every(({ status = {} }) => isSettled(status, commit))) || undefined;
  };
  await eventually(`${count} Applications are Synced and Healthy`, ask, 240).catch((error: Error) => {
    const open = last.find(({ status = {} }) => !isSettled(status, commit));
    throw new Error(
      `${error.message}; there are ${last.length}; ${JSON.stringify(open?.status?.conditions ?? open?.status)}`,
    );
  });
}

async function applySet(argo: ArgoCd, file: string, repository: Repository, name: string): Promise<void> {
  const set = readExample(`examples/${file}`, { server: argo.server, repository: repository.url });
  await argo.apply({ ...set, metadata: { ...set.metadata, name } });
}

/** It asks Git every three minutes otherwise. */
async function refreshSet(api: Api, name: string): Promise<void> {
  const body = { metadata: { annotations: { 'argocd.argoproj.io/application-set-refresh': 'true' } } };
  await api.request('PATCH', pathOf(name, 'applicationsets'), { body, contentType: 'application/merge-patch+json' });
}

suite('in a real Argo CD, an ApplicationSet', (test) => {
  const each = makeRepository();

  test('makes an Application of each of 50 tenants, and of no file in a directory below', async () => {
    const argo = await sharedArgoCd();
    const commit = each.commit({ ...manyTenants(50, 'many'), 'tenants/_archive/old.yaml': 'not: [read' });
    const start = performance.now();
    await applySet(argo, 'applicationset-tenants.yaml', each, 'each');
    await settled(argo, 'tenant-', commit, 50);
    report('50 tenants in an Application each, 300 objects, Synced and Healthy', start);
  });

  test('whose tenant is removed deletes nothing until a person confirms, and then all of it', async () => {
    const { plane } = await sharedArgoCd();
    const application = applicationIn(plane.api, 'tenant-many3');
    const namespace = '/api/v1/namespaces/live-many3';
    each.commit({ 'tenants/many3.yaml': null });
    await refreshSet(plane.api, 'each');
    await eventually('the Application is to go', async () => {
      const { body } = await plane.api.request('GET', pathOf(application.name));
      return (body as { metadata: { deletionTimestamp?: string } }).metadata.deletionTimestamp;
    });
    await sleep(3000);
    assert.is((await plane.api.request('GET', `${namespace}/resourcequotas/kleff-plan-quota`)).status, 200);
    await application.annotate({ 'argocd.argoproj.io/deletion-approved': new Date().toISOString() });
    const isGone = async () => (await plane.api.request('GET', namespace)).status === 404 || undefined;
    await eventually('the namespace is gone', isGone);
  });

  test('of shards brings each tenant by one Application', async () => {
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
