import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as assert from 'uvu/assert';
import type { Api } from '../api.ts';
import { type Cluster, complaints } from '../cluster.ts';
import { eventually } from '../daemon.ts';
import type { KubeObject } from '../manifests.ts';
import type { Provisioner } from './provisioner.ts';

export function namespace(
  name: string,
  tenant: string,
  annotations: Readonly<Record<string, string>> = {},
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'leasehold.dev/tenant': tenant }, annotations },
  };
}

/** A claim as leasehold renders it. If `volumes` is undefined, a claim as a user creates it. */
export function claim(namespaceName: string, name: string, volumes?: 'retain' | 'prune', size = '1Gi'): KubeObject {
  const annotations = volumes === undefined ? {} : { 'leasehold.dev/volumes': volumes };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: namespaceName, annotations },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'folders', resources: { requests: { storage: size } } },
  };
}

export async function apply(cluster: Cluster, ...objects: readonly KubeObject[]): Promise<void> {
  assert.equal(complaints(await cluster.apply(objects, { force: true })), []);
}

interface LiveClaim extends KubeObject {
  readonly metadata: KubeObject['metadata'] & { readonly finalizers?: readonly string[]; readonly uid: string };
  readonly spec: { readonly volumeName?: string };
  readonly status: { readonly phase: string };
}

export interface LiveVolume extends KubeObject {
  readonly metadata: KubeObject['metadata'] & {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly persistentVolumeReclaimPolicy: string;
    readonly claimRef?: { readonly namespace: string; readonly name: string; readonly uid?: string };
  };
  readonly status: { readonly phase: string };
}

export async function readClaim(api: Api, { metadata }: KubeObject): Promise<LiveClaim | undefined> {
  const path = `/api/v1/namespaces/${metadata.namespace}/persistentvolumeclaims/${metadata.name}`;
  const { status, body } = await api.request('GET', path);
  return status === 200 ? (body as unknown as LiveClaim) : undefined;
}

export async function readVolume(api: Api, name: string): Promise<LiveVolume | undefined> {
  const { status, body } = await api.request('GET', `/api/v1/persistentvolumes/${name}`);
  return status === 200 ? (body as unknown as LiveVolume) : undefined;
}

/** Waits for a bound claim, and returns the name of its volume. */
export function boundVolume(api: Api, object: KubeObject): Promise<string> {
  return eventually(`${object.metadata.name} is bound`, async () => {
    const live = await readClaim(api, object);
    return live?.status.phase === 'Bound' ? live.spec.volumeName : undefined;
  });
}

export function waitForVolume(
  api: Api,
  name: string,
  what: string,
  holds: (volume: LiveVolume) => boolean,
): Promise<LiveVolume> {
  return eventually(`volume ${name} is ${what}`, async () => {
    const volume = await readVolume(api, name);
    return volume && holds(volume) ? volume : undefined;
  });
}

export const isRetained = ({ metadata, spec }: LiveVolume): boolean =>
  spec.persistentVolumeReclaimPolicy === 'Retain' && metadata.annotations?.['leasehold.dev/claim'] !== undefined;

export const isReserved = ({ spec, status }: LiveVolume): boolean =>
  status.phase === 'Available' && spec.claimRef !== undefined && spec.claimRef.uid === undefined;

export function waitUntilGone(api: Api, object: KubeObject): Promise<true> {
  return eventually(`${object.kind} ${object.metadata.name} is gone`, async () => {
    const path = object.kind === 'Namespace' ? `/api/v1/namespaces/${object.metadata.name}` : '';
    const status = path === '' ? (await readClaim(api, object)) && 200 : (await api.request('GET', path)).status;
    return status === 200 ? undefined : true;
  });
}

export async function deleteObject(api: Api, { kind, metadata }: KubeObject): Promise<void> {
  const base = `/api/v1/namespaces/${kind === 'Namespace' ? metadata.name : metadata.namespace}`;
  const path = kind === 'Namespace' ? base : `${base}/persistentvolumeclaims/${metadata.name}`;
  assert.is((await api.request('DELETE', path)).status, 200);
}

/** Writes the file that a Pod of the tenant would write. */
export function writeData({ folderOf }: Provisioner, volume: string): void {
  writeFileSync(resolve(folderOf(volume), 'data'), `of ${volume}`);
}

export function hasData({ folderOf }: Provisioner, volume: string): boolean {
  const file = resolve(folderOf(volume), 'data');
  return existsSync(file) && readFileSync(file, 'utf8') === `of ${volume}`;
}
