import * as assert from 'uvu/assert';
import { suite } from '../../test/harness.ts';
import type { Api } from '../api.ts';
import { startControlPlane } from '../control-plane.ts';
import { eventually } from '../daemon.ts';
import { installSidecar, peakMemory, ready, startSidecar } from './sidecar.ts';

/** Ten for each tenant. */
const count = Number(process.env['RETENTION_CLAIMS'] ?? 5000);
const limit = 128 * 1024;
const namespaces = Array.from({ length: count / 10 }, (_, index) => `many-${index}`);

suite('the sidecar at scale', (test) => {
  test(`releases ${count} claims that are deleted at the same time, in at most 128 MiB`, async () => {
    const plane = await startControlPlane('api-only');
    await installSidecar(plane);
    await inParallel(namespaces, (name) => createTenant(plane.api, name));
    await inParallel(namespaces, (name) => labelTenant(plane.api, name));
    const sidecar = await startSidecar(plane);
    try {
      await ready(sidecar);
      assert.match(await sidecar.page('metrics'), `leasehold_claims{state="kept"} ${count}\n`);
      const before = performance.now();
      await inParallel(namespaces, (name) => plane.api.request('DELETE', claimsOf(name)));
      await eventually('all claims are gone', async () => (await claimCount(plane.api)) === 0 || undefined, 300);
      const seconds = ((performance.now() - before) / 1000).toFixed(1);
      assert.ok(await allRetained(plane.api));
      const peak = peakMemory(sidecar.pid);
      console.log(`${count} claims: gone after ${seconds} s, peak memory ${Math.round(peak / 1024)} MiB`);
      assert.ok(peak <= limit, `${peak} KiB`);
    } finally {
      await sidecar.stop();
      await plane.stop();
    }
  });
});

function claimsOf(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
}

/**
 * A namespace with ten claims that are retained. The namespace joins the tenant last, because the policy about retained
 * volumes is evaluated for each namespace of a tenant whenever a volume is created.
 */
async function createTenant(api: Api, name: string): Promise<void> {
  await api.request('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
  for (let index = 0; index < 10; index++) await createVolume(api, name, `data-${index}`);
}

async function labelTenant(api: Api, name: string): Promise<void> {
  const body = { metadata: { labels: { 'leasehold.dev/tenant': name } } };
  await api.request('PATCH', `/api/v1/namespaces/${name}`, { body, contentType: 'application/merge-patch+json' });
}

async function createVolume(api: Api, namespace: string, name: string): Promise<void> {
  const volumeName = `${namespace}-${name}`;
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: 'none' };
  const own = { finalizers: ['leasehold.dev/volume'], annotations: { 'leasehold.dev/volumes': 'retain' } };
  const spec = { ...common, volumeName, resources: { requests: { storage: '1Gi' } } };
  const { body } = await api.request('POST', claimsOf(namespace), { body: { metadata: { name, ...own }, spec } });
  const { uid } = body['metadata'] as { readonly uid: string };
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid };
  const annotations = { 'leasehold.dev/claim': `${namespace}/${name}`, 'leasehold.dev/reclaim-policy': 'Delete' };
  const metadata = { name: volumeName, labels: { 'leasehold.dev/tenant': namespace }, annotations };
  const source = { capacity: { storage: '1Gi' }, hostPath: { path: '/never-mounted' }, claimRef };
  const volume = { metadata, spec: { ...common, ...source, persistentVolumeReclaimPolicy: 'Retain' } };
  await api.request('POST', '/api/v1/persistentvolumes', { body: volume });
}

async function claimCount(api: Api): Promise<number> {
  const { body } = await api.request('GET', '/api/v1/persistentvolumeclaims', { query: { limit: '1' } });
  return (body['items'] as readonly unknown[]).length;
}

async function allRetained(api: Api): Promise<boolean> {
  const { body } = await api.request('GET', '/api/v1/persistentvolumes');
  const volumes = body['items'] as readonly { readonly spec: { readonly persistentVolumeReclaimPolicy: string } }[];
  return volumes.length >= count && volumes.every(({ spec }) => spec.persistentVolumeReclaimPolicy === 'Retain');
}

async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: 24 }, worker));
}
