import type { Bodies } from '../../../build/contracts.ts';
import { type Converted, documentOf } from '../../../core/kind/conversion.ts';
import { mtoTenantLabel } from '../integration/keys.ts';

type Body = Bodies['mto-tenant-v1beta2'];

/** Older Tenants contain a hibernation schedule, which requires a time to sleep [sources: mto-30]. */
export function supervisorOf({ metadata, spec }: Body): readonly Converted[] {
  if (!spec.hibernation?.sleepSchedule) return [];
  const labelSelector = { matchLabels: { [mtoTenantLabel]: metadata.name } };
  const content = {
    metadata: { name: metadata.name },
    spec: { namespaces: { labelSelector }, schedule: spec.hibernation },
  };
  return [documentOf('mto-cluster-resource-supervisor', content, moved)];
}

const moved = [
  { now: ['spec', 'schedule'], written: ['spec', 'hibernation'] },
  { now: ['spec', 'namespaces'], written: ['spec', 'hibernation'] },
];
