import { volumeFinalizer } from '../../kubernetes/retention.ts';
import { keyOf, type Volume } from './objects.ts';
import { type ClaimContext, outcomeOf, ownerOf } from './retention.ts';
import type { Write } from './write.ts';

/**
 * - `unmanaged`: has no finalizer and needs none, or is being deleted without one
 * - `new`: needs the finalizer, but does not have it yet
 * - `exposed`: its volume is not retained yet, or not recorded yet
 * - `kept`: has the finalizer and needs no other write at present
 * - `in-use`: being deleted while Pods use it
 * - `leaving`: being deleted and no longer in use
 */
export type ClaimState = (typeof claimStates)[number];

export const claimStates = ['unmanaged', 'new', 'exposed', 'kept', 'in-use', 'leaving'] as const;

export interface ClaimDecision {
  readonly state: ClaimState;
  readonly write?: Write;
}

export interface ClaimView extends ClaimContext {
  /** The volume in the claim's spec. Undefined if the claim has none or the volume does not exist. */
  readonly volume: Volume | undefined;
}

/** Kubernetes removes this finalizer from a claim that is being deleted when no Pod uses the claim. */
export const inUseFinalizer = 'kubernetes.io/pvc-protection';

/** The state of a claim and the next write for it. Depends only on the objects in the cluster. */
export function decideClaim(view: ClaimView): ClaimDecision {
  return view.claim.deletedAt === '' ? decideLive(view) : decideDeleting(view);
}

function decideLive(view: ClaimView): ClaimDecision {
  const { claim } = view;
  const outcome = outcomeOf(view);
  if (!claim.finalizers.includes(volumeFinalizer)) {
    if (outcome === 'none' || outcome === 'prune') return { state: 'unmanaged' };
    return { state: 'new', write: { type: 'add-finalizer', claim } };
  }
  return (outcome === 'retain' && exposure(view)) || { state: 'kept' };
}

function decideDeleting(view: ClaimView): ClaimDecision {
  const { claim } = view;
  if (!claim.finalizers.includes(volumeFinalizer)) return { state: 'unmanaged' };
  const outcome = outcomeOf(view);
  const exposed = outcome === 'retain' && exposure(view);
  if (exposed) return exposed;
  if (claim.finalizers.includes(inUseFinalizer)) return { state: 'in-use' };
  return (outcome === 'prune' && purge(view)) || { state: 'leaving', write: { type: 'drop-finalizer', claim } };
}

/**
 * The next write that ends the management of a claim. Undefined if the claim is no longer managed. Retains the volume first if
 * the outcome is `retain`. `wait` while Kubernetes binds the volume.
 */
export function decideUninstall(view: ClaimView): Write | 'wait' | undefined {
  const { claim } = view;
  if (!claim.finalizers.includes(volumeFinalizer)) return undefined;
  const exposed = outcomeOf(view) === 'retain' && exposure(view);
  return exposed ? (exposed.write ?? 'wait') : { type: 'drop-finalizer', claim };
}

/**
 * The decision for a volume that is not retained or recorded yet; undefined for any other. Only a Bound volume may be recorded,
 * and Kubernetes reports this phase after it binds the claim.
 */
function exposure(view: ClaimView): ClaimDecision | undefined {
  const volume = boundVolume(view);
  const tenant = ownerOf(view);
  if (!volume || isRecorded(volume, keyOf(view.claim), tenant)) return undefined;
  if (!volume.isBound) return { state: 'exposed' };
  return { state: 'exposed', write: { type: 'retain', volume, claim: view.claim, tenant } };
}

function isRecorded({ policy, record, tenant }: Volume, claim: string, owner: string): boolean {
  return policy === 'Retain' && record?.claim === claim && tenant === owner;
}

/** Restores the former reclaim policy of the volume, so that Kubernetes deletes or keeps it as the storage class defines. */
function purge(view: ClaimView): ClaimDecision | undefined {
  const volume = boundVolume(view);
  if (!volume?.record) return undefined;
  return { state: 'leaving', write: { type: 'restore-policy', volume, policy: volume.record.policy } };
}

/**
 * The volume of a claim, unless it is being deleted. Undefined if the volume refers to another claim: a claim can name any
 * volume.
 */
function boundVolume({ claim, volume }: ClaimView): Volume | undefined {
  return volume && !volume.isDeleting && volume.claim?.uid === claim.uid ? volume : undefined;
}
