import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedSupervisor } from './resolve.ts';

/** When namespaces sleep. Only the cluster shows whether they are asleep. */
export function status({ namespaces, schedule, timeZone }: ResolvedSupervisor): Status {
  const wake = schedule.until === 'wake' ? { wake: schedule.wake } : {};
  const sleep = schedule.sleep === undefined ? {} : { sleep: schedule.sleep };
  return { phase: 'Rendered', hibernation: { ...sleep, ...wake, timeZone, namespaces } };
}
