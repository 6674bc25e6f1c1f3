import type { Bodies } from '../../../build/contracts.ts';
import type { Converted } from '../../../core/kind/conversion.ts';

type Body = Bodies['mto-tenant-v1beta2'];

/** Older Tenants contain a hibernation schedule, which requires a time to sleep [sources: mto-30]. */
export function supervisorOf({ metadata, spec }: Body): readonly Converted[] {
  if (!spec.hibernation?.sleepSchedule) return [];
  const labelSelector = { matchLabels: { 'stakater.com/tenant': metadata.name } };
  const body = {
    apiVersion: 'hibernation.stakater.com/v1beta1',
    kind: 'ClusterResourceSupervisor',
    metadata: { name: metadata.name },
    spec: { namespaces: { labelSelector }, schedule: spec.hibernation },
  };
  return [{ kind: 'mto-cluster-resource-supervisor', body, moved }];
}

const moved = [
  { now: ['spec', 'schedule'], written: ['spec', 'hibernation'] },
  { now: ['spec', 'namespaces'], written: ['spec', 'hibernation'] },
];
