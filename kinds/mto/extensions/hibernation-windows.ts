import type { World } from '../../../core/kind/world.ts';
import type { DenyWindow } from '../hibernation/deny-windows.ts';
import { type Supervised, supervisedByTenant } from '../hibernation/supervision.ts';
import type { SyncWindow } from './sync-windows.ts';

/**
 * Windows that prevent Argo CD from restoring replica counts, which would wake sleeping namespaces [sources: mto-23].
 * Manual syncs remain possible.
 */
export function hibernationWindows(tenant: string, given: readonly SyncWindow[], world: World): readonly SyncWindow[] {
  const usedKeys = new Set(given.map(identity));
  return sleepWindows(tenant, world).map(({ schedule, minutes, timeZone, namespaces }) => {
    const spellings = durationSpellings(minutes).map((duration) => ({ kind: 'deny' as const, schedule, duration }));
    const unused = spellings.find((one) => !usedKeys.has(identity(one))) ?? (spellings[0] as (typeof spellings)[0]);
    usedKeys.add(identity(unused));
    return { ...unused, manualSync: true, namespaces: [...namespaces], timeZone };
  });
}

/** Argo CD before version 3.2 rejects two windows with the same kind, schedule and duration [sources: argocd-23]. */
function identity({ kind, schedule, duration }: Pick<SyncWindow, 'kind' | 'schedule' | 'duration'>): string {
  return `${kind} ${schedule} ${duration}`;
}

/** Different spellings of the same duration. */
function durationSpellings(minutes: number): readonly string[] {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const short = rest === 0 ? `${hours}h` : hours === 0 ? `${rest}m` : `${hours}h${rest}m`;
  return [short, `${hours}h${rest}m0s`, `${minutes}m0s`, `${minutes * 60}s`];
}

interface SleepWindow extends DenyWindow {
  readonly timeZone: string;
  readonly namespaces: readonly string[];
}

/** A window that is always active: it starts every minute. */
const always: DenyWindow = { schedule: '* * * * *', minutes: 60 };

function sleepWindows(tenant: string, world: World): readonly SleepWindow[] {
  const byTime = new Map<string, Omit<SleepWindow, 'namespaces'> & { readonly namespaces: string[] }>();
  for (const supervised of world.derived(supervisedByTenant).get(tenant) ?? []) {
    for (const window of windowsOf(supervised)) {
      const key = JSON.stringify(window);
      const known = byTime.get(key) ?? { ...window, namespaces: [] };
      byTime.set(key, known);
      for (const name of supervised.byTenant.get(tenant) ?? []) known.namespaces.push(name);
    }
  }
  for (const { namespaces } of byTime.values()) namespaces.sort();
  return [...byTime.values()];
}

/**
 * The windows of a supervision. Without a wake time, the window is always active, because files do not show whether the
 * sleep time has passed.
 */
function windowsOf({ schedule, timeZone }: Supervised): readonly Omit<SleepWindow, 'namespaces'>[] {
  return schedule.until === 'removed'
    ? [{ ...always, timeZone: 'Etc/UTC' }]
    : schedule.windows.map((window) => ({ ...window, timeZone }));
}
