import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedTenant } from './resolve.ts';

/** What the operator keeps in the cluster: how much of the quota each namespace may use. */
export function status({ quota }: ResolvedTenant): Status {
  return quota ? { phase: 'Rendered', quota } : { phase: 'Rendered' };
}
