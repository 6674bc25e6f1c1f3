import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedMtoTenant } from './resolve.ts';

/** The share of the quota that each namespace can use. The operator stores the same information in the status. */
export function status({ quota }: ResolvedMtoTenant): Status {
  return quota ? { phase: 'Rendered', quota } : { phase: 'Rendered' };
}
