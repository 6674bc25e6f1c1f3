import { mappingAt } from '../../data/tree.ts';
import { milli } from '../../kubernetes/quantity.ts';
import type { Comparable } from '../diff/change.ts';
import { treeOf } from '../diff/tree.ts';
import type { PriceList } from './price-list.ts';

/** How the cost ceilings of tenants change, in the currency and period of the price list. */
export interface CostChange {
  /** The total of all tenants after the change. */
  readonly total: number;
  readonly delta: number;
  /** The tenants with a changed ceiling. */
  readonly tenants: readonly { readonly tenant: string; readonly before: number; readonly after: number }[];
}

/** Compares cost ceilings. A ceiling is not a bill: it is the cost of a tenant that uses all its quotas completely. */
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

/** Converts memory and storage to GiB. Cores and counts stay unchanged. Values that are not quantities cost nothing. */
function units(resource: string, amount: string): number {
  const isBytes = /(?:^|[./-])(?:memory|storage)$/.test(resource);
  if (!/^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(amount)) return 0;
  return Number(milli(amount)) / 1000 / (isBytes ? gibi : 1);
}
