import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedMtoTenant } from './resolve.ts';

/** What the operator stores in the cluster: how much of the quota each namespace can use. */
export function status({ quota }: ResolvedMtoTenant): Status {
  return quota ? { phase: 'Rendered', quota } : { phase: 'Rendered' };
}
