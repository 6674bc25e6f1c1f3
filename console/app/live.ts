import { signal } from '@preact/signals';
import type { CapacityView } from '../model/capacity.ts';
import type { VolumeRow } from '../model/cluster.ts';
import type { HealthRow } from '../model/health.ts';
import type { LiveNamespaces, LiveState, LiveSync } from '../model/live-state.ts';
import type { QuotaUse } from '../model/quota-use.ts';
import { quotaUseOf } from '../model/quota-use.ts';

/** The requests to which the gateway responds with the state of the cluster. */
export const liveMethods = ['capacity', 'volumes', 'health', 'quotaUse', 'sleeping', 'sync'] as const;
type LiveMethod = Exclude<(typeof liveMethods)[number], 'sleeping' | 'sync'>;

/** Whether and when the cluster was read, according to the last response to each request. Empty without a gateway. */
export const liveStates = signal<Partial<Readonly<Record<LiveMethod, LiveState>>>>({});

type Read = <Value>(path: string, query?: Readonly<Record<string, string | undefined>>) => Promise<Value>;

function note(method: LiveMethod, { available, asOf, reason = '', notCounted = '' }: LiveState): void {
  liveStates.value = { ...liveStates.value, [method]: { available, asOf, reason, notCounted } };
}

async function listOf<Item>(read: Read, method: LiveMethod, path: string): Promise<readonly Item[]> {
  const found = await read<LiveState & { readonly items: readonly Item[] }>(path);
  note(method, found);
  return found.items;
}

interface QuotaRow {
  readonly namespace: string;
  readonly name: string;
  readonly hard: Readonly<Record<string, string>>;
  readonly used: Readonly<Record<string, string>>;
}

/** The quota usage of the namespaces of the person's tenants. Empty until the gateway has read the cluster. */
export function liveUse(read: Read) {
  return {
    quotaUse: async (): Promise<QuotaUse> => {
      const items = await listOf<QuotaRow>(read, 'quotaUse', '/live/usage');
      return Object.fromEntries(items.map((one) => [`${one.namespace}/${one.name}`, quotaUseOf(one.hard, one.used)]));
    },
  };
}

/** The state of the person's tenants in the cluster: whether their namespaces sleep, and whether their objects are in sync. */
export function liveTenants(read: Read) {
  const of = (tenant: string) => ({ tenant: tenant === '' ? undefined : tenant });
  return {
    sleeping: (tenant: string) => read<LiveNamespaces>('/live/namespaces', of(tenant)),
    sync: (tenant: string) => read<LiveSync>('/live/sync', of(tenant)),
  };
}

/** The state of the cluster for administrators. It replaces the inventory. */
export function liveCluster(read: Read) {
  return {
    ...liveUse(read),
    capacity: async (_: string | undefined, selector: string) => {
      const query = { selector: selector === '' ? undefined : selector };
      const found = await read<CapacityView & LiveState>('/capacity', query);
      note('capacity', found);
      return found;
    },
    volumes: () => listOf<VolumeRow>(read, 'volumes', '/live/volumes'),
    health: () => listOf<HealthRow>(read, 'health', '/live/platform'),
  };
}

/** Whether the gateway has ever read the cluster. */
export function isLive(): boolean {
  return typeof liveStates.value.health?.asOf === 'string';
}
