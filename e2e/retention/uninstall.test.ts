import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import { prepare } from '../apply-again.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import { installation, ready, startSidecar } from './sidecar.ts';
import {
  apply,
  boundVolume,
  claim,
  deleteObject,
  hasData,
  isRetained,
  namespace,
  readClaim,
  waitForVolume,
  writeData,
} from './tenants.ts';
import { sharedWorld } from './world.ts';

const finalizer = 'kleff.io/namespace-finalizer';
const tenantWithFinalizer: KubeObject = {
  apiVersion: 'kleff.kleff.io/v1',
  kind: 'Tenant',
  metadata: {
    name: 'finalized',
    namespace: 'leaving',
    finalizers: [finalizer],
    annotations: { 'leasehold.dev/status': JSON.stringify({ finalizer }) },
  } as KubeObject['metadata'],
  spec: { plan: 'free', userId: 'finalized', username: 'finalized' },
};
const tenantPath = '/apis/kleff.kleff.io/v1/namespaces/leaving/tenants/finalized';

suite('the removal of the sidecar', (test) => {
  test('stops the sidecar, keeps retained volumes and leaves no finalizer', async () => {
    const { api, cluster, plane, provisioner } = await sharedWorld();
    const data = claim('leaving', 'data', 'retain');
    await apply(cluster, namespace('leaving', 'leaving'), data);
    const volume = await boundVolume(api, data);
    writeData(provisioner, volume);
    const sidecar = await startSidecar(plane);
    await ready(sidecar);
    await waitForVolume(api, volume, 'retained', isRetained);
    await sidecar.stop();
    await prepare(cluster, [tenantWithFinalizer]);
    await apply(cluster, tenantWithFinalizer);

    const objects = installation('sidecar-uninstall').filter(({ kind }) => kind !== 'Job');
    await apply(cluster, ...objects, ...installation().filter(({ kind }) => kind === 'Deployment'));
    const job = JSON.stringify(installation('sidecar-uninstall').find(({ kind }) => kind === 'Job'));
    const more = [...job.matchAll(/"(--[^"]+)"/g)].map(([, option = '']) => option);
    const uninstall = await startSidecar(plane, { more });
    await eventually('it has ended', async () => !uninstall.running() || undefined);
    assert.match(uninstall.log(), /claims released: \d+, failed: 0/);
    const scaled = await api.request('GET', '/apis/apps/v1/namespaces/argocd/deployments/leasehold-sidecar');
    assert.is((scaled.body['spec'] as { readonly replicas: number }).replicas, 0);
    assert.not((await readClaim(api, data))?.metadata.finalizers?.includes('leasehold.dev/volume'));
    assert.not(JSON.stringify((await api.request('GET', tenantPath)).body['metadata']).includes('finalizers'));
    await deleteObject(api, data);
    await waitForVolume(api, volume, 'released', ({ status }) => status.phase === 'Released');
    await sleep(500);
    assert.ok(hasData(provisioner, volume));
  });

  test('is a PreDelete hook of the Application in Argo CD', () => {
    const hooks = installation('sidecar-argocd').filter(({ metadata }) =>
      JSON.stringify(metadata).includes('PreDelete'),
    );
    assert.equal(
      hooks.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
      ['Job leasehold-sidecar-uninstall'],
    );
  });
});
