import type { Admission } from '../../core/kind.ts';
import { hibernationNamespace } from '../platform/hibernation-settings.ts';

/** A tenant's jobs run in the platform's namespace. */
export function hibernationAdmissions(): readonly Admission[] {
  return [{ namespace: hibernationNamespace, group: 'batch', kind: 'CronJob' }];
}
