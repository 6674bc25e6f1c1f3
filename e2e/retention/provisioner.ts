import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../api.ts';
import type { KubeObject } from '../manifests.ts';
import { temporaryFolder } from '../temporary.ts';

const provisioner = 'e2e.leasehold.dev/folders';

export const storageClass: KubeObject = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'folders' },
  provisioner,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
};

/** Binds volumes late, like the classes of most clouds. */
export const lateClass: KubeObject = {
  ...storageClass,
  metadata: { name: 'late-folders' },
  volumeBindingMode: 'WaitForFirstConsumer',
};

/**
 * Acts as the CSI driver of the two classes: creates a directory for each claim, and deletes directories that are not
 * retained.
 */
export interface Provisioner {
  /** The directory of a volume. */
  readonly folderOf: (volume: string) => string;
  readonly stop: () => Promise<void>;
}

export function startProvisioner(api: Api): Provisioner {
  const root = temporaryFolder('leasehold-volumes-');
  const folderOf = (volume: string) => resolve(root, volume);
  let stopping = false;
  const working = (async () => {
    while (!stopping) {
      await round(api, folderOf).catch(() => undefined);
      await sleep(100);
    }
  })();
  return {
    folderOf,
    stop: async () => {
      stopping = true;
      await working;
    },
  };
}

interface Bindable extends KubeObject {
  readonly spec: { readonly volumeName?: string; readonly storageClassName?: string; readonly resources: unknown };
  readonly status?: { readonly phase?: string };
}

interface Reclaimable extends KubeObject {
  readonly spec: { readonly persistentVolumeReclaimPolicy: string; readonly hostPath?: { readonly path: string } };
  readonly status?: { readonly phase?: string };
}

async function round(api: Api, folderOf: (volume: string) => string): Promise<void> {
  const claims = await list<Bindable>(api, '/api/v1/persistentvolumeclaims');
  for (const claim of claims.filter(isWaiting)) await provision(api, claim, folderOf);
  const volumes = await list<Reclaimable>(api, '/api/v1/persistentvolumes');
  for (const volume of volumes.filter(isReclaimable)) await reclaim(api, volume);
}

async function list<T>(api: Api, path: string): Promise<readonly T[]> {
  const { body } = await api.request('GET', path);
  return (body['items'] ?? []) as readonly T[];
}

/**
 * The volume controller calls a provisioner through an annotation. For a class with late binding it waits for the node
 * of a Pod.
 */
function isWaiting({ metadata, spec, status }: Bindable): boolean {
  const { annotations = {} } = metadata as { readonly annotations?: Readonly<Record<string, string>> };
  const asked = annotations['volume.kubernetes.io/storage-provisioner'] === provisioner;
  const late = spec.storageClassName === lateClass.metadata.name;
  const selected = annotations['volume.kubernetes.io/selected-node'] !== undefined;
  return asked && status?.phase === 'Pending' && !spec.volumeName && (!late || selected);
}

async function provision(api: Api, claim: Bindable, folderOf: (volume: string) => string): Promise<void> {
  const { uid, name, namespace } = claim.metadata as { uid: string; name: string; namespace: string };
  const volume = `pvc-${uid}`;
  if (!existsSync(folderOf(volume))) mkdirSync(folderOf(volume));
  const { storage } = (claim.spec.resources as { readonly requests: { readonly storage: string } }).requests;
  const body = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volume, annotations: { 'pv.kubernetes.io/provisioned-by': provisioner } },
    spec: {
      capacity: { storage },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: claim.spec.storageClassName,
      hostPath: { path: folderOf(volume) },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
    },
  };
  await api.request('POST', '/api/v1/persistentvolumes', { body });
}

function isReclaimable({ metadata, spec, status }: Reclaimable): boolean {
  return (
    metadata.name.startsWith('pvc-') &&
    status?.phase === 'Released' &&
    spec.persistentVolumeReclaimPolicy === 'Delete' &&
    metadata['deletionTimestamp'] === undefined
  );
}

async function reclaim(api: Api, { metadata, spec }: Reclaimable): Promise<void> {
  if (spec.hostPath) rmSync(spec.hostPath.path, { recursive: true, force: true });
  await api.request('DELETE', `/api/v1/persistentvolumes/${metadata.name}`);
}
