import { textAt } from '../../data/tree.ts';
import { type Claim, keyOf, type Namespace, type Volume } from './objects.ts';
import { tenantOf, toClaim, toNamespace, toVolume } from './project.ts';
import { decideVolume, type VolumeState } from './volume.ts';
import { type Patch, patchOf, purgePatch } from './write.ts';

/** A retained volume, for display. */
export interface RetainedVolume {
  readonly volume: Volume;
  readonly state: VolumeState;
  /** `namespace/name` of the claim that it belongs to. */
  readonly claim: string;
  readonly size: string;
  /**
   * When it was bound, released or reserved. Empty if Kubernetes does not report it, or has not processed the deletion of the claim
   * yet: the time is then that of the binding.
   */
  readonly since: string;
  /** The namespace in the volume's reference. Undefined if it does not exist. */
  readonly namespace: Namespace | undefined;
}

/**
 * The volumes that the sidecar recorded, from a list of objects in the cluster, sorted by tenant and claim. Of the claims and
 * namespaces, reads only those of volumes of the wanted tenants, because a cluster has many.
 */
export function retainedVolumes(
  objects: readonly unknown[],
  isWanted: (tenant: string) => boolean = () => true,
): readonly RetainedVolume[] {
  const ofKind = (kind: string) => objects.filter((object) => textAt(object, 'kind') === kind);
  const recorded = ofKind('PersistentVolume')
    .filter((object) => isWanted(tenantOf(object)))
    .map((object) => ({ object, volume: toVolume(object) }))
    .filter(({ volume }) => volume.record);
  const references = recorded.flatMap(({ volume }) => volume.claim ?? []);
  const keys = new Set(references.map(keyOf));
  const names = new Set(references.map(({ namespace }) => namespace));
  const claims = new Map(
    ofKind('PersistentVolumeClaim')
      .filter((object) => keys.has(keyIn(object)))
      .map((object) => [keyIn(object), toClaim(object)]),
  );
  const namespaces = new Map(
    ofKind('Namespace')
      .filter((object) => names.has(textAt(object, 'metadata', 'name')))
      .map(toNamespace)
      .map((one) => [one.name, one]),
  );
  return recorded
    .map(({ object, volume }) => retainedVolume(object, volume, { claims, namespaces }))
    .map((one) => [`${one.volume.tenant} ${one.claim} ${one.volume.name}`, one] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one);
}

interface Referenced {
  /** By `namespace/name`. */
  readonly claims: ReadonlyMap<string, Claim>;
  readonly namespaces: ReadonlyMap<string, Namespace>;
}

function retainedVolume(object: unknown, volume: Volume, { claims, namespaces }: Referenced): RetainedVolume {
  const { record, claim: reference } = volume;
  const { state } = decideVolume({ volume, claim: reference && claims.get(keyOf(reference)) });
  const size = textAt(object, 'spec', 'capacity', 'storage');
  const isStale = volume.isBound && state !== 'bound';
  const since = isStale ? '' : textAt(object, 'status', 'lastPhaseTransitionTime');
  const namespace = namespaces.get(reference?.namespace ?? '');
  return { volume, state, claim: record?.claim ?? '', size, since, namespace };
}

/** `namespace/name` of an object. */
function keyIn(object: unknown): string {
  return `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
}

export type Change = { readonly ok: true; readonly patch: Patch } | { readonly ok: false; readonly problem: string };

const withoutClaim: readonly VolumeState[] = ['released', 'reserved', 'fenced', 'bypassed'];

/**
 * Reserves a volume for a new claim with the same name. Rejects a volume that is bound or unmanaged, and one whose namespace
 * belongs to another tenant now.
 */
export function restored({ volume, state, namespace }: RetainedVolume): Change {
  if (!withoutClaim.includes(state))
    return rejected(volume, state, 'only a retained volume without a claim can be restored');
  const owner = namespace?.tenant ?? '';
  if (owner === '' || owner === volume.tenant || owner === 'platform')
    return changed(patchOf({ type: 'reserve', volume }));
  return {
    ok: false,
    problem: `namespace ${namespace?.name} belongs to tenant ${owner}, but ${volume.name} belongs to tenant ${volume.tenant}, so the volume cannot be restored`,
  };
}

/**
 * Allows Kubernetes to delete a volume and its data, as the storage class intended. Rejects a volume that is bound or
 * unmanaged, and one whose former reclaim policy is not Delete.
 */
export function purged({ volume, state }: RetainedVolume): Change {
  if (!withoutClaim.includes(state))
    return rejected(volume, state, 'only a retained volume without a claim can be purged');
  if (volume.record?.policy === 'Delete') return changed(purgePatch(volume));
  return {
    ok: false,
    problem: `the former reclaim policy of ${volume.name} is ${volume.record?.policy}, so Kubernetes would not delete the data; delete the data manually`,
  };
}

function changed(patch: Patch): Change {
  return { ok: true, patch };
}

function rejected({ name }: Volume, state: VolumeState, reason: string): Change {
  return { ok: false, problem: `${name} is ${state}; ${reason}` };
}
