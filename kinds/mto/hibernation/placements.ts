import type { PlacementGrant } from '../../../core/kind/capabilities.ts';
import { hibernationNamespace } from '../../../core/settings/hibernation.ts';

/** Allows the CronJobs of tenants in the namespace of the platform for hibernation. */
export function hibernationPlacements(): readonly PlacementGrant[] {
  return [{ namespace: hibernationNamespace, group: 'batch', kind: 'CronJob' }];
}
