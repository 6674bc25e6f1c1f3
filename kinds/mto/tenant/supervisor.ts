import { type Converted, documentOf } from '../../../core/kind/conversion.ts';
import { mtoTenantLabel } from '../integration/keys.ts';

/** A Tenant of an API version whose Tenants have a hibernation schedule. */
interface TenantWithSchedule {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly hibernation?: { readonly sleepSchedule?: string; readonly wakeSchedule?: string } };
}

/**
 * Converts the hibernation schedule of an older Tenant to a supervisor. A schedule without a sleep time has no effect
 * [sources: mto-30].
 */
export function supervisorOf({ metadata, spec }: TenantWithSchedule): readonly Converted[] {
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
  { now: ['spec', 'namespaces', 'labelSelector'], written: ['spec', 'hibernation'] },
  { now: ['spec', 'namespaces'], written: ['spec', 'hibernation'] },
];
