import { type Fields, identity } from '../../cluster/selection.ts';
import { tenantLabel } from '../../core/kind/tenant.ts';
import { statusAnnotation } from '../../kubernetes/live-status.ts';
import type { Part } from '../work/projections.ts';
import type { TenantNamespace, TenantResource, Workload } from './objects.ts';
import { toTenantNamespace, toTenantResource, toWorkload } from './project.ts';

const labels: Fields = { [tenantLabel]: 'short' };

/** What the sidecar reads of a tenant resource. */
export function resourcePart(collection: string): Part<TenantResource> {
  const selection: Fields = {
    ...{ apiVersion: 'short', kind: 'short', status: true },
    metadata: {
      ...identity,
      ...{ labels, annotations: { [statusAnnotation]: true } },
      ...{ generation: 'short', deletionTimestamp: 'short', finalizers: true },
      managedFields: { subresource: 'short', manager: 'short' },
    },
  };
  return { selection, project: (object, isPartial) => toTenantResource(collection, object, isPartial) };
}

/** What the sidecar reads of a Deployment or StatefulSet whose state a status depends on. */
export function workloadPart(kind: 'Deployment' | 'StatefulSet'): Part<Workload> {
  const replicas: Fields = { availableReplicas: 'short', readyReplicas: 'short', updatedReplicas: 'short' };
  const selection: Fields = {
    metadata: { ...identity, generation: 'short' },
    spec: { replicas: 'short' },
    status: { observedGeneration: 'short', ...replicas },
  };
  return { selection, project: (object) => toWorkload(kind, object) };
}

/** What the sidecar reads of a namespace that a status depends on. */
export const namespacePart: Part<TenantNamespace> = {
  selection: {
    metadata: { ...identity, labels, deletionTimestamp: 'short' },
    status: { conditions: { status: 'short', message: 'short' } },
  },
  project: toTenantNamespace,
};
