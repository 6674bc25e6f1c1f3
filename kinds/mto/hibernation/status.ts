import type { Status } from '../../../core/kind/status.ts';
import type { ResolvedSupervisor } from './resolve.ts';

/** Only a cluster can say what sleeps now; this is when it will. */
export function status({ namespaces, rest, timeZone }: ResolvedSupervisor): Status {
  const wake = rest.until === 'wake' ? { wake: rest.wake } : {};
  const sleep = rest.sleep === undefined ? {} : { sleep: rest.sleep };
  return { phase: 'Rendered', hibernation: { ...sleep, ...wake, timeZone, namespaces } };
}
