import { type Claim, keyOf, type Volume } from './objects.ts';
import { isOwnName } from './retention.ts';
import type { Write } from './write.ts';

/**
 * - `unmanaged`: not recorded by the sidecar for the claim in its reference, or being deleted
 * - `bound`: its claim exists
 * - `released`: its claim is deleted
 * - `reserved`: waits for a claim of the same name
 * - `fenced`: waits for `leasehold volumes restore`, because another tenant might now own the namespace
 * - `bypassed`: its claim was created again and is bound to another volume
 */
export type VolumeState = (typeof volumeStates)[number];

export const volumeStates = ['unmanaged', 'bound', 'released', 'reserved', 'fenced', 'bypassed'] as const;

export interface VolumeDecision {
  readonly state: VolumeState;
  readonly write?: Write;
}

export interface VolumeView {
  readonly volume: Volume;
  /** The claim with the name in the volume's reference. Undefined if it does not exist. */
  readonly claim: Claim | undefined;
}

/** The state of a volume and the next write to it. The `claim` can be a later claim with the same name. */
export function decideVolume({ volume, claim }: VolumeView): VolumeDecision {
  const { claim: reference, record, tenant } = volume;
  if (!reference || volume.isDeleting || record?.claim !== keyOf(reference)) return { state: 'unmanaged' };
  if (claim && claim.uid === reference.uid) return { state: 'bound' };
  if (claim?.isBound && claim.volumeName !== volume.name) return { state: 'bypassed' };
  if (reference.uid === '') return { state: 'reserved' };
  if (!volume.isReleased || volume.policy !== 'Retain') return { state: 'released' };
  if (!isOwnName(reference.namespace, tenant)) return { state: 'fenced' };
  return { state: 'released', write: { type: 'reserve', volume } };
}
