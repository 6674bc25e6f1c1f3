import type { PlacementGrant } from '../../../core/kind/capabilities.ts';
import { hibernationNamespace } from '../../../core/settings/hibernation.ts';

/** A tenant's jobs run in the platform's namespace. */
export function hibernationPlacements(): readonly PlacementGrant[] {
  return [{ namespace: hibernationNamespace, group: 'batch', kind: 'CronJob' }];
}
