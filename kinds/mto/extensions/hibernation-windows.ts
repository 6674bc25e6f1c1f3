import type { World } from '../../../core/kind/world.ts';
import type { DenyWindow } from '../hibernation/deny-windows.ts';
import { allSupervised, type Supervised } from '../hibernation/supervision.ts';
import type { SyncWindow } from './sync-windows.ts';

/**
 * Windows that keep Argo CD from restoring replica counts, which would wake sleeping namespaces [sources: mto-23].
 * Manual syncs remain possible.
 */
export function hibernationWindows(tenant: string, given: readonly SyncWindow[], world: World): readonly SyncWindow[] {
  const taken = new Set(given.map(identity));
  return asleepTimes(tenant, world).map(({ schedule, minutes, timeZone, namespaces }) => {
    const spellings = durations(minutes).map((duration) => ({ kind: 'deny' as const, schedule, duration }));
    const free = spellings.find((one) => !taken.has(identity(one))) ?? (spellings[0] as (typeof spellings)[0]);
    taken.add(identity(free));
    return { ...free, manualSync: true, namespaces: [...namespaces], timeZone };
  });
}

/** Older Argo CD rejects windows that share kind, schedule and duration [sources: argocd-23]. */
function identity({ kind, schedule, duration }: Pick<SyncWindow, 'kind' | 'schedule' | 'duration'>): string {
  return `${kind} ${schedule} ${duration}`;
}

/** One length of time in words that differ. */
function durations(minutes: number): readonly string[] {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const short = rest === 0 ? `${hours}h` : hours === 0 ? `${rest}m` : `${hours}h${rest}m`;
  return [short, `${hours}h${rest}m0s`, `${minutes}m0s`, `${minutes * 60}s`];
}

interface AsleepTime extends DenyWindow {
  readonly timeZone: string;
  readonly namespaces: readonly string[];
}

/** From minute to minute for an hour each: always. */
const always: DenyWindow = { schedule: '* * * * *', minutes: 60 };

function asleepTimes(tenant: string, world: World): readonly AsleepTime[] {
  const byTime = new Map<string, AsleepTime>();
  for (const supervised of world.derived(allSupervised)) {
    const own = supervised.namespaces.filter((namespace) => namespace.tenant === tenant).map(({ name }) => name);
    for (const window of own.length === 0 ? [] : windowsOf(supervised)) {
      const key = JSON.stringify(window);
      const namespaces = [...(byTime.get(key)?.namespaces ?? []), ...own].sort();
      byTime.set(key, { ...window, namespaces });
    }
  }
  return [...byTime.values()];
}

/**
 * What sleeps from some time on until its supervisor is removed is left alone from now on: whether that time has come
 * is not for the files to know.
 */
function windowsOf({ rest, timeZone }: Supervised): readonly Omit<AsleepTime, 'namespaces'>[] {
  return rest.until === 'removed'
    ? [{ ...always, timeZone: 'Etc/UTC' }]
    : rest.windows.map((window) => ({ ...window, timeZone }));
}
