import { mappingAt } from '../../data/tree.ts';
import { milli } from '../../kubernetes/quantity.ts';
import type { Comparable } from '../diff/change.ts';
import { treeOf } from '../diff/tree.ts';
import type { PriceList } from './price-list.ts';

/** How the most that tenants may cost changes, in the list's currency for its period. */
export interface CostChange {
  /** Of all tenants, after the change. */
  readonly total: number;
  readonly delta: number;
  /** Of each tenant whose ceiling changes. */
  readonly tenants: readonly { readonly tenant: string; readonly before: number; readonly after: number }[];
}

/** A ceiling, not a bill: what all quotas of a tenant would cost if they were used up. */
export function costChange(list: PriceList, base: readonly Comparable[], head: readonly Comparable[]): CostChange {
  const [before, after] = [ceilings(list, base), ceilings(list, head)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const tenants = names
    .map((tenant) => ({ tenant, before: before.get(tenant) ?? 0, after: after.get(tenant) ?? 0 }))
    .filter((entry) => entry.before !== entry.after);
  const delta = tenants.reduce((sum, entry) => sum + entry.after - entry.before, 0);
  return { total: [...after.values()].reduce((sum, cost) => sum + cost, 0), delta, tenants };
}

function ceilings(list: PriceList, objects: readonly Comparable[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const object of objects) {
    const { id, tenant } = object;
    if (id.kind === 'ResourceQuota' && id.group === '')
      costs.set(tenant, (costs.get(tenant) ?? 0) + quotaCost(list, object));
  }
  return costs;
}

function quotaCost({ prices }: PriceList, quota: Comparable): number {
  const hard = Object.entries(mappingAt(treeOf(quota), 'spec', 'hard'));
  return hard.reduce((sum, [name, amount]) => sum + (prices.get(name) ?? 0) * units(name, String(amount)), 0);
}

const gibi = 1024 ** 3;

/** Memory and storage in GiB, cores and counts as they are; values that are not quantities cost nothing. */
function units(resource: string, amount: string): number {
  const isBytes = /(?:^|[./-])(?:memory|storage)$/.test(resource);
  if (!/^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(amount)) return 0;
  return Number(milli(amount)) / 1000 / (isBytes ? gibi : 1);
}
