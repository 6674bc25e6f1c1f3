import type { Admission } from '../../../core/kind/kind.ts';
import { hibernationNamespace } from '../../../core/settings/hibernation.ts';

/** A tenant's jobs run in the platform's namespace. */
export function hibernationAdmissions(): readonly Admission[] {
  return [{ namespace: hibernationNamespace, group: 'batch', kind: 'CronJob' }];
}
