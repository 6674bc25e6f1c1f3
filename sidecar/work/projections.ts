import type { Projection } from '../../cluster/list.ts';
import { type Fields, identity } from '../../cluster/selection.ts';
import { tenantLabel } from '../../core/kind/tenant.ts';
import { claimAnnotation, reclaimPolicyAnnotation, volumesAnnotation } from '../../kubernetes/retention.ts';
import type { Claim, ClaimTemplates, Namespace, Volume } from '../decide/objects.ts';
import { toCachedClaim, toClaim, toClaimTemplates, toNamespace, toVolume } from '../decide/project.ts';

/** A projection that names the fields that it reads. */
export type Part<T> = Projection<T> & { readonly selection: Fields };

const labels: Fields = { [tenantLabel]: 'short' };
const annotations: Fields = { [volumesAnnotation]: 'short' };

const claimFields: Fields = {
  metadata: {
    ...identity,
    ...{ labels, annotations },
    ...{ deletionTimestamp: 'short', finalizers: true, ownerReferences: { kind: 'short' } },
  },
  spec: { volumeName: 'short' },
  status: { phase: 'short' },
};

/** What the sidecar reads of the objects that the retention of a volume depends on. */
export const parts = {
  claim: { selection: claimFields, project: toClaim } satisfies Part<Claim>,
  cachedClaim: { selection: claimFields, project: toCachedClaim } satisfies Part<Claim>,
  volume: {
    selection: {
      metadata: {
        ...identity,
        ...{ deletionTimestamp: 'short', labels },
        annotations: { [claimAnnotation]: 'short', [reclaimPolicyAnnotation]: 'short' },
      },
      spec: { persistentVolumeReclaimPolicy: 'short', claimRef: { namespace: 'short', name: 'short', uid: 'short' } },
      status: { phase: 'short' },
    },
    project: toVolume,
  } satisfies Part<Volume>,
  namespace: {
    selection: { metadata: { ...identity, ...{ labels, annotations }, deletionTimestamp: 'short' } },
    project: toNamespace,
  } satisfies Part<Namespace>,
  templates: {
    selection: {
      metadata: { ...identity, ...{ labels, annotations } },
      spec: { volumeClaimTemplates: { metadata: { name: 'short' } } },
    },
    project: toClaimTemplates,
  } satisfies Part<ClaimTemplates>,
};
