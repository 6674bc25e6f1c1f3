import { mappingAt, textAt } from '../../data/tree.ts';
import { quantityOf } from './ceiling.ts';
import type { ClusterInventory } from './inventory.ts';

/** What namespaces use of their quotas in a cluster, by `namespace/name` and resource. */
export type QuotaUse = Readonly<Record<string, Readonly<Record<string, UsedAmount>>>>;

export interface UsedAmount {
  readonly used: string;
  /** The part of the quota that the cluster enforces, from 0. */
  readonly share: number;
}

export function quotaUse(inventory: ClusterInventory): QuotaUse {
  const quotas = inventory.filter((object) => textAt(object, 'kind') === 'ResourceQuota');
  return Object.fromEntries(
    quotas.map((quota) => {
      const hard = mappingAt(quota, 'status', 'hard');
      const used = Object.entries(mappingAt(quota, 'status', 'used')).map(([resource, amount]) => {
        const most = quantityOf(hard[resource]);
        const share = most === 0 ? 0 : quantityOf(amount) / most;
        return [resource, { used: String(amount), share }] as const;
      });
      const name = `${textAt(quota, 'metadata', 'namespace')}/${textAt(quota, 'metadata', 'name')}`;
      return [name, Object.fromEntries(used)];
    }),
  );
}
