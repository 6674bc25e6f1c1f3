import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { type ApplicationStatus, isSettled } from './application.ts';
import { sharedArgoCd } from './argocd.ts';
import { readExample } from './examples.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';

/** A platform and tenants named t1, t2 ..., with namespaces of their own. */
function tenants(count: number, prefix: string): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
  return {
    'tenants/platform.yaml': platform,
    ...Object.fromEntries(names.map((name) => [`tenants/${name}.yaml`, kleffTenant(name)])),
  };
}

suite('in a real Argo CD', (test) => {
  test('200 tenants in one Application become Synced and Healthy', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const commit = repository.commit(tenants(200, 'one'));
    const start = performance.now();
    const application = await argo.create({ name: 'two-hundred', repository });
    const { resources = [] } = await application.settled(commit, 300);
    assert.is(resources.length, 200 * 6);
    report('200 tenants in one Application, 1,200 objects', start);

    const changed = performance.now();
    const next = repository.commit({ 'tenants/one7.yaml': kleffTenant('one7', { plan: 'pro' }) });
    await application.refresh();
    await application.settled(next, 120);
    report('one of them changed', changed);
  });

  test('50 tenants in an Application each, made by an ApplicationSet, become Synced and Healthy', async () => {
    const argo = await sharedArgoCd();
    const repository = makeRepository();
    const files = { ...tenants(50, 'many'), 'tenants/_archive/old.yaml': 'not: [read' };
    const commit = repository.commit(files);
    const start = performance.now();
    const set = readExample('examples/applicationset-tenants.yaml', {
      server: argo.server,
      repository: repository.url,
    });
    await argo.apply(set);
    const applications = await eventually(
      '50 Applications are Synced and Healthy',
      async () => {
        const { body } = await argo.cluster.api.request('GET', list);
        const ours = (body['items'] as readonly Listed[]).filter(({ metadata }) =>
          metadata.name.startsWith('tenant-many'),
        );
        return ours.length === 50 && ours.every(({ status = {} }) => isSettled(status, commit)) ? ours : undefined;
      },
      300,
    );
    report('50 tenants in an Application each, 300 objects', start);
    assert.is(applications.length, 50);
  });
});

const list = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications';

type Listed = KubeObject & { readonly status?: ApplicationStatus };

function report(what: string, start: number): void {
  console.log(`\n  ${what}: Synced and Healthy after ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
