import { signal } from '@preact/signals';
import type { CapacityView } from '../model/capacity.ts';
import type { HealthRow, VolumeRow } from '../model/cluster.ts';
import type { QuotaUse } from '../model/quota-use.ts';
import { quotaUseOf } from '../model/quota-use.ts';

/** The time of the state of the cluster that the gateway shows, as RFC 3339; undefined without one. */
export const liveSince = signal<string | undefined>(undefined);

type Read = <Value>(path: string, query?: Readonly<Record<string, string | undefined>>) => Promise<Value>;

interface Live<Item> {
  readonly asOf: string | null;
  readonly items: readonly Item[];
}

interface QuotaRow {
  readonly namespace: string;
  readonly name: string;
  readonly hard: Readonly<Record<string, string>>;
  readonly used: Readonly<Record<string, string>>;
}

/** The quota usage of the namespaces of the person's tenants. Empty if the gateway cannot read the cluster. */
export function liveUse(read: Read) {
  return {
    quotaUse: async (): Promise<QuotaUse> => {
      const { items } = await read<Live<QuotaRow>>('/live/usage');
      return Object.fromEntries(items.map((one) => [`${one.namespace}/${one.name}`, quotaUseOf(one.hard, one.used)]));
    },
  };
}

/** The state of the cluster for administrators, who then need no inventory. Undefined if the gateway cannot read it. */
export async function liveCluster(read: Read) {
  const { asOf } = await read<Live<HealthRow>>('/live/platform');
  if (asOf === null) return undefined;
  const service = {
    ...liveUse(read),
    capacity: (_: string | undefined, selector: string) =>
      read<CapacityView>('/capacity', { selector: selector === '' ? undefined : selector }),
    volumes: async () => (await read<Live<VolumeRow>>('/live/volumes')).items,
    health: async () => (await read<Live<HealthRow>>('/live/platform')).items,
  };
  return { asOf, service };
}
