import * as assert from 'uvu/assert';
import type { Api } from '../api.ts';
import { type Cluster, complaints } from '../cluster.ts';
import type { KubeObject } from '../manifests.ts';
import { claim, namespace } from './tenants.ts';

const testNamespace = 'access';
const names = ['new', 'exposed', 'leaving', 'bypassed'] as const;

/**
 * One claim in each of four states that cause the sidecar to write, in a control plane without controllers. This module
 * writes what the controllers would write.
 */
export async function createClaims(api: Api, cluster: Cluster): Promise<void> {
  const claims = names.map((name) => withFinalizers(claim(testNamespace, name, 'retain'), name));
  assert.equal(
    complaints(await cluster.apply([namespace(testNamespace, testNamespace), ...claims], { force: true })),
    [],
  );
  for (const name of names.slice(1)) await bindClaim(api, name, name === 'bypassed' ? 'another' : `access-${name}`);
  const volumes = await Promise.all(names.slice(1).map((name) => volumeOf(api, name)));
  assert.equal(complaints(await cluster.apply(volumes, { force: true })), []);
  for (const name of names.slice(1)) await setPhase(api, `access-${name}`, name === 'bypassed' ? 'Available' : 'Bound');
  await api.request('DELETE', claimPath('leaving'));
}

export async function removeClaims(api: Api): Promise<void> {
  const contentType = 'application/merge-patch+json';
  for (const name of names) {
    await api.request('PATCH', claimPath(name), { body: { metadata: { finalizers: null } }, contentType });
    await api.request('DELETE', claimPath(name));
    await api.request('DELETE', `/api/v1/persistentvolumes/access-${name}`);
  }
}

function withFinalizers(object: KubeObject, name: string): KubeObject {
  const finalizers = name === 'new' ? [] : ['leasehold.dev/volume'];
  return { ...object, metadata: { ...object.metadata, finalizers } } as KubeObject;
}

function claimPath(name: string): string {
  return `/api/v1/namespaces/${testNamespace}/persistentvolumeclaims/${name}`;
}

async function bindClaim(api: Api, name: string, volumeName: string): Promise<void> {
  const contentType = 'application/merge-patch+json';
  await api.request('PATCH', claimPath(name), { body: { spec: { volumeName } }, contentType });
  await api.request('PATCH', `${claimPath(name)}/status`, { body: { status: { phase: 'Bound' } }, contentType });
}

async function setPhase(api: Api, name: string, phase: string): Promise<void> {
  const contentType = 'application/merge-patch+json';
  await api.request('PATCH', `/api/v1/persistentvolumes/${name}/status`, { body: { status: { phase } }, contentType });
}

async function volumeOf(api: Api, name: string): Promise<KubeObject> {
  const { body } = await api.request('GET', claimPath(name));
  const { uid } = body['metadata'] as { readonly uid: string };
  const recorded = { 'leasehold.dev/claim': `${testNamespace}/${name}`, 'leasehold.dev/reclaim-policy': 'Delete' };
  const own = name === 'exposed' ? {} : { labels: { 'leasehold.dev/tenant': testNamespace }, annotations: recorded };
  const reference = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: testNamespace, name };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `access-${name}`, ...own },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: name === 'exposed' ? 'Delete' : 'Retain',
      storageClassName: 'folders',
      hostPath: { path: '/never-mounted' },
      claimRef: name === 'bypassed' ? reference : { ...reference, uid },
    },
  };
}
