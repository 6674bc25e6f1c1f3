import { mappingAt, type Tree } from '../../data/tree.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
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

/** Compares cost ceilings. A ceiling is not a bill: it is the cost if the tenant uses its quotas completely. */
export function costChange(list: PriceList, base: readonly Comparable[], head: readonly Comparable[]): CostChange {
  const [before, after] = [ceilings(list, base), ceilings(list, head)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const tenants = names
    .map((tenant) => ({ tenant, before: before.get(tenant) ?? 0, after: after.get(tenant) ?? 0 }))
    .filter((entry) => entry.before !== entry.after);
  const delta = tenants.reduce((sum, entry) => sum + entry.after - entry.before, 0);
  const total = [...after.values()].reduce((sum, cost) => sum + cost, 0);
  return { total: inCents(total), delta: inCents(delta), tenants };
}

/** Rounds an amount to hundredths, so that the amounts of tenants add up to the total. */
function inCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function ceilings(list: PriceList, objects: readonly Comparable[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const object of objects) {
    const { id, tenant } = object;
    if (quotaKinds.includes(groupKind(id.group, id.kind)))
      costs.set(tenant, (costs.get(tenant) ?? 0) + quotaCost(list, object));
  }
  return new Map([...costs].map(([tenant, cost]) => [tenant, inCents(cost)]));
}

const quotaKinds = ['ResourceQuota', groupKind('quota.openshift.io', 'ClusterResourceQuota')];

function quotaCost({ prices }: PriceList, quota: Comparable): number {
  const tree = treeOf(quota);
  const hard: Tree = { ...mappingAt(tree, 'spec', 'quota', 'hard'), ...mappingAt(tree, 'spec', 'hard') };
  return Object.entries(hard).reduce(
    (sum, [name, amount]) => sum + priceOf(name, hard, prices) * units(name, String(amount)),
    0,
  );
}

/**
 * In a quota, `cpu` means `requests.cpu`, and `memory` means `requests.memory`. The price of the full name also applies
 * to the short name. If the quota has both names and the full name has a price, the short name costs nothing, so that
 * nothing counts twice.
 */
function priceOf(name: string, hard: Tree, prices: PriceList['prices']): number {
  const full = `requests.${name}`;
  if (!['cpu', 'memory'].includes(name)) return prices.get(name) ?? 0;
  return full in hard && prices.has(full) ? 0 : (prices.get(name) ?? prices.get(full) ?? 0);
}

const gibi = 1024 ** 3;

/**
 * Converts memory and storage to GiB. Cores and counts stay unchanged. An amount in another notation, such as one with
 * an exponent, counts as 0.
 */
function units(resource: string, amount: string): number {
  const isBytes = /(?:^|[./-])(?:memory|storage)$/.test(resource);
  if (!/^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(amount)) return 0;
  return Number(milli(amount)) / 1000 / (isBytes ? gibi : 1);
}
