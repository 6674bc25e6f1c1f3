import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { Cluster } from '../cluster.ts';
import { applicationIn } from './application.ts';
import { applySet, refreshSet, settled } from './applicationset.ts';
import { sharedArgoCd } from './argocd.ts';
import { kleffTenant, platform } from './fixtures.ts';
import { makeRepository } from './repository.ts';
import { repoServerLog } from './servers.ts';

const names = Array.from({ length: 6 }, (_, index) => `own${index + 1}`);
const fileOf = (tenant: string) => `tenants/${tenant}/tenant.yaml`;
const files = {
  'tenants/platform/platform.yaml': platform.replace(
    'spec: {',
    'spec: { directoryPerTenant: true, trustTenantDirectories: true,',
  ),
  ...Object.fromEntries(names.map((name) => [fileOf(name), kleffTenant(name)])),
};

/** How often Argo CD rendered this tenant's Application instead of using its cache. */
function renders(tenant: string): number {
  const lines = readFileSync(repoServerLog, 'utf8').split('\n');
  return lines.filter(
    (line) => line.includes(`"application":"tenant-${tenant}"`) && line.includes('setting manifests cache'),
  ).length;
}

interface Labeled {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
}

async function labelsOf({ api }: Cluster, namespace: string): Promise<Labeled['metadata']['labels']> {
  const { body } = await api.request('GET', `/api/v1/namespaces/${namespace}`);
  return (body as unknown as Labeled).metadata.labels;
}

suite('in a real Argo CD, a tenant with its own directory', (test) => {
  const repository = makeRepository();

  test('has an Application that reads only this directory, so that a commit to another directory does not trigger a render', async () => {
    const argo = await sharedArgoCd();
    // For an empty repository, an ApplicationSet waits three minutes.
    const first = repository.commit(files);
    await applySet(argo, 'applicationset-directories.yaml', repository, 'own');
    await settled(argo, 'tenant-own', first, names.length);
    const before = names.map(renders);
    const commit = repository.commit({ [fileOf('own1')]: kleffTenant('own1', { plan: 'pro' }) });
    for (const name of names) await applicationIn(argo.plane.api, `tenant-${name}`).refresh();
    await settled(argo, 'tenant-own', commit, names.length);
    assert.is((await labelsOf(argo.cluster, 'live-own1'))['kleff.io/tenant-plan'], 'pro');
    assert.equal(
      names.map((name, index) => renders(name) - (before[index] ?? 0)),
      [1, 0, 0, 0, 0, 0],
    );
  });

  test('cannot take over a namespace of another tenant, although neither render reads the files of the other tenant', async () => {
    const argo = await sharedArgoCd();
    const late = applicationIn(argo.plane.api, 'tenant-own-late');
    repository.commit({ [fileOf('own-late')]: kleffTenant('own-late', { id: 'own2' }) });
    await refreshSet(argo.plane.api, 'own');
    await late.until('is blocked', ({ operationState }) =>
      /^Shared resource found: .* is part of applications/.test(operationState?.message ?? ''),
    );
    assert.is((await labelsOf(argo.cluster, 'live-own2'))['leasehold.dev/tenant'], 'own2');
  });
});
