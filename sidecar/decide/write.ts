import { tenantLabel } from '../../core/kind/tenant.ts';
import {
  boundByControllerAnnotation,
  claimAnnotation,
  reclaimPolicyAnnotation,
  volumeFinalizer,
} from '../../kubernetes/retention.ts';
import { type Claim, keyOf, type Volume } from './objects.ts';

/** All changes that the sidecar writes to claims and volumes. Each is one conditional patch of one object. */
export type Write =
  | { readonly type: 'add-finalizer'; readonly claim: Claim }
  | { readonly type: 'retain'; readonly volume: Volume; readonly claim: Claim; readonly tenant: string }
  | { readonly type: 'restore-policy'; readonly volume: Volume; readonly policy: string }
  | { readonly type: 'drop-finalizer'; readonly claim: Claim }
  | { readonly type: 'reserve'; readonly volume: Volume };

export type WriteType = Write['type'];

/** The writes that can end the protection of data. Before one of them, the sidecar reads the objects again and decides again. */
export const irreversible: readonly WriteType[] = ['restore-policy', 'drop-finalizer', 'reserve'];

export interface Patch {
  readonly path: string;
  readonly body: unknown;
}

/** The merge patch of a write. Because of the resource version in it, the patch fails if the object has changed. */
export function patchOf(write: Write): Patch {
  switch (write.type) {
    case 'add-finalizer':
      return claimPatch(write.claim, [...write.claim.finalizers, volumeFinalizer]);
    case 'drop-finalizer':
      return claimPatch(
        write.claim,
        write.claim.finalizers.filter((finalizer) => finalizer !== volumeFinalizer),
      );
    case 'retain':
      return retainPatch(write.volume, write.claim, write.tenant);
    case 'restore-policy':
      return volumePatch(write.volume, record(null, null, null), { persistentVolumeReclaimPolicy: write.policy });
    case 'reserve':
      return volumePatch(
        write.volume,
        { annotations: { [boundByControllerAnnotation]: null } },
        { claimRef: { uid: null, resourceVersion: null } },
      );
  }
}

/** Keeps the policy that was recorded first, because a later one was set by the sidecar. */
function retainPatch(volume: Volume, claim: Claim, tenant: string): Patch {
  const metadata = record(tenant, keyOf(claim), volume.record?.policy ?? volume.policy);
  return volumePatch(volume, metadata, { persistentVolumeReclaimPolicy: 'Retain' });
}

/** Allows Kubernetes to delete a volume: restores its former policy, and refers to a claim that does not exist. */
export function purgePatch(volume: Volume): Patch {
  const spec = { persistentVolumeReclaimPolicy: volume.record?.policy, claimRef: { uid: volume.uid } };
  return volumePatch(volume, record(null, null, null), spec);
}

/** Ends the management of a volume. The volume keeps its reclaim policy and its claim. */
export function forgetPatch(volume: Volume): Patch {
  return volumePatch(volume, record(null, null, null), {});
}

function record(tenant: string | null, claim: string | null, policy: string | null): object {
  return {
    labels: { [tenantLabel]: tenant },
    annotations: { [claimAnnotation]: claim, [reclaimPolicyAnnotation]: policy },
  };
}

function claimPatch({ namespace, name, resourceVersion }: Claim, finalizers: readonly string[]): Patch {
  return { path: claimPath(namespace, name), body: { metadata: { resourceVersion, finalizers } } };
}

function volumePatch({ name, resourceVersion }: Volume, metadata: object, spec: object): Patch {
  return { path: volumePath(name), body: { metadata: { resourceVersion, ...metadata }, spec } };
}

export function claimPath(namespace: string, name: string): string {
  return `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${name}`;
}

export function volumePath(name: string): string {
  return `/api/v1/persistentvolumes/${name}`;
}
