import { tenantLabel } from '../../core/kind/tenant.ts';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import {
  claimAnnotation,
  reclaimPolicyAnnotation,
  volumeFinalizer,
  volumesAnnotation,
} from '../../kubernetes/retention.ts';
import { inUseFinalizer } from './claim.ts';
import type { Claim, ClaimReference, ClaimTemplates, Namespace, Retention, Volume, VolumeRecord } from './objects.ts';

export function toClaim(object: unknown): Claim {
  return {
    ...identityOf(object),
    namespace: textAt(object, 'metadata', 'namespace'),
    deletedAt: textAt(object, 'metadata', 'deletionTimestamp'),
    finalizers: textsAt(object, 'metadata', 'finalizers'),
    belongsToPod: listAt(object, 'metadata', 'ownerReferences').some((owner) => textAt(owner, 'kind') === 'Pod'),
    requestedRetention: retentionIn(object),
    tenant: tenantOf(object),
    isBound: textAt(object, 'status', 'phase') === 'Bound',
    volumeName: nameAt(object, 'spec', 'volumeName'),
  };
}

/** The maximum total length of the finalizers of a cached object. The API server accepts more than a megabyte. */
export const maxFinalizerCharacters = 4096;

/**
 * A claim for the cache. Members of a tenant can write the finalizers of their claims. Without a limit, they could use all of the
 * sidecar's memory.
 */
export function toCachedClaim(object: unknown, isUnread = false): Claim {
  const claim = toClaim(object);
  if (isUnread) return { ...claim, finalizers: [], isUnread: true };
  if (claim.finalizers.join('').length <= maxFinalizerCharacters) return claim;
  const known = [volumeFinalizer, inUseFinalizer].filter((finalizer) => claim.finalizers.includes(finalizer));
  return { ...claim, finalizers: known, isPartial: true };
}

export function toVolume(object: unknown): Volume {
  return {
    ...identityOf(object),
    isDeleting: textAt(object, 'metadata', 'deletionTimestamp') !== '',
    isBound: textAt(object, 'status', 'phase') === 'Bound',
    isReleased: textAt(object, 'status', 'phase') === 'Released',
    policy: textAt(object, 'spec', 'persistentVolumeReclaimPolicy'),
    tenant: tenantOf(object),
    record: recordIn(object),
    claim: claimReferenceIn(object),
  };
}

export function toNamespace(object: unknown): Namespace {
  return {
    name: textAt(object, 'metadata', 'name'),
    isDeleting: textAt(object, 'metadata', 'deletionTimestamp') !== '',
    tenant: tenantOf(object),
    requestedRetention: retentionIn(object),
  };
}

export function toClaimTemplates(object: unknown, isPartial = false): ClaimTemplates {
  return {
    namespace: textAt(object, 'metadata', 'namespace'),
    name: textAt(object, 'metadata', 'name'),
    requestedRetention: retentionIn(object),
    tenant: tenantOf(object),
    templates: isPartial ? undefined : templateNames(object),
  };
}

/** The maximum total length of the template names of a cached StatefulSet. In rendered StatefulSets, the total is smaller. */
const maxTemplateCharacters = 512;

/**
 * The names of the first templates of a StatefulSet. Members of a tenant write them, so without a limit they could use all
 * memory of the sidecar.
 */
function templateNames(object: unknown): readonly string[] {
  const names: string[] = [];
  let characters = 0;
  for (const template of listAt(object, 'spec', 'volumeClaimTemplates')) {
    const name = nameAt(template, 'metadata', 'name');
    characters += name.length + 1;
    if (characters > maxTemplateCharacters) break;
    names.push(name);
  }
  return names;
}

/** The name at a path. Empty if the text is too long to be a name, because the API server does not validate some references. */
function nameAt(object: unknown, ...path: readonly string[]): string {
  const name = textAt(object, ...path);
  return name.length <= 253 ? name : '';
}

function identityOf(object: unknown): Pick<Claim, 'name' | 'uid' | 'resourceVersion'> {
  return {
    name: textAt(object, 'metadata', 'name'),
    uid: textAt(object, 'metadata', 'uid'),
    resourceVersion: textAt(object, 'metadata', 'resourceVersion'),
  };
}

export function tenantOf(object: unknown): string {
  return textAt(object, 'metadata', 'labels', tenantLabel);
}

/** Ignores values other than `retain` and `prune`: only the exact value `prune` ends the retention of data. */
function retentionIn(object: unknown): Retention | undefined {
  const requestedRetention = textAt(object, 'metadata', 'annotations', volumesAnnotation);
  return requestedRetention === 'retain' || requestedRetention === 'prune' ? requestedRetention : undefined;
}

function recordIn(object: unknown): VolumeRecord | undefined {
  const claim = textAt(object, 'metadata', 'annotations', claimAnnotation);
  const policy = textAt(object, 'metadata', 'annotations', reclaimPolicyAnnotation);
  return claim === '' || policy === '' ? undefined : { claim, policy };
}

function claimReferenceIn(object: unknown): ClaimReference | undefined {
  if (valueAt(object, 'spec', 'claimRef') === undefined) return undefined;
  const at = (field: string) => textAt(object, 'spec', 'claimRef', field);
  return { namespace: at('namespace'), name: at('name'), uid: at('uid') };
}
