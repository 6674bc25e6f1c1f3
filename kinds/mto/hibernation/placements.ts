import type { PlacementGrant } from '../../../core/kind/capabilities.ts';
import { hibernationNamespace } from '../../../core/settings/hibernation.ts';

/** The jobs of tenants run in a namespace of the platform. */
export function hibernationPlacements(): readonly PlacementGrant[] {
  return [{ namespace: hibernationNamespace, group: 'batch', kind: 'CronJob' }];
}
