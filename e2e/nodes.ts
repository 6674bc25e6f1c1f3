import type { Api } from './api.ts';
import { eventually } from './daemon.ts';

/** Adds a simulated node, and volumes for the claims of pods, because no provisioner runs that would create the volumes. */
export async function addNodes(api: Api): Promise<void> {
  const names = Array.from({ length: 40 }, (_, index) => `volume-${index}`);
  await create(api, '/api/v1/nodes', node);
  await create(api, '/apis/storage.k8s.io/v1/storageclasses', storageClass);
  await Promise.all(names.map((name) => create(api, '/api/v1/persistentvolumes', volume(name))));
}

/** Some admission plugins reject everything for a moment after the start. */
async function create(api: Api, path: string, body: unknown): Promise<void> {
  await eventually(`POST ${path}`, async () => {
    const { status } = await api.request('POST', path, { body });
    return status === 201 || status === 409 || undefined;
  });
}

const capacity = { cpu: '1000', memory: '4Ti', pods: '10000', 'ephemeral-storage': '4Ti' };

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node', labels: { 'kubernetes.io/os': 'linux' }, annotations: { 'kwok.x-k8s.io/node': 'fake' } },
  status: { allocatable: capacity, capacity },
};

const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  provisioner: 'kubernetes.io/no-provisioner',
};

function volume(name: string): unknown {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name },
    spec: {
      capacity: { storage: '1Ti' },
      accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
      storageClassName: 'standard',
      hostPath: { path: '/never-mounted' },
    },
  };
}
