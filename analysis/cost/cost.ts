import { mappingAt, type Tree } from '../../data/tree.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import { milli } from '../../kubernetes/quantity.ts';
import type { Comparable } from '../diff/change.ts';
import { treeOf } from '../diff/tree.ts';
import { lostLimits, type PricedQuota } from './lost-limits.ts';
import type { PriceList } from './price-list.ts';

/** How the cost ceilings of tenants change, in the currency and period of the price list. */
export interface CostChange {
  /** The total of all tenants after the change. */
  readonly total: number;
  readonly delta: number;
  /** The tenants with a changed ceiling, or with a resource that loses its limit. */
  readonly tenants: readonly TenantCost[];
}

export interface TenantCost {
  readonly tenant: string;
  readonly before: number;
  readonly after: number;
  /** Resources with a price that lose their limit, so that the ceiling does not include them. */
  readonly unlimited?: readonly string[];
}

/** Compares cost ceilings. A ceiling is not a bill: it is the cost if the tenant uses its quotas completely. */
export function costChange(list: PriceList, base: readonly Comparable[], head: readonly Comparable[]): CostChange {
  const quotasIn = (objects: readonly Comparable[]) => objects.filter(isQuota).map((quota) => pricedQuota(list, quota));
  const [old, now] = [quotasIn(base), quotasIn(head)];
  const [before, after] = [ceilings(old), ceilings(now)];
  const unlimited = lostLimits(old, now, head);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const tenants = names
    .map((tenant): TenantCost => {
      const lost = unlimited.get(tenant);
      const costs = { tenant, before: before.get(tenant) ?? 0, after: after.get(tenant) ?? 0 };
      return lost ? { ...costs, unlimited: lost } : costs;
    })
    .filter((entry) => entry.before !== entry.after || entry.unlimited);
  const delta = tenants.reduce((sum, entry) => sum + entry.after - entry.before, 0);
  const total = [...after.values()].reduce((sum, cost) => sum + cost, 0);
  return { total: inCents(total), delta: inCents(delta), tenants };
}

/** Rounds an amount to hundredths, so that the amounts of tenants add up to the total. */
function inCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function ceilings(quotas: readonly PricedQuota[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const { tenant, cost } of quotas) costs.set(tenant, (costs.get(tenant) ?? 0) + cost);
  return new Map([...costs].map(([tenant, cost]) => [tenant, inCents(cost)]));
}

const quotaKinds = ['ResourceQuota', groupKind('quota.openshift.io', 'ClusterResourceQuota')];

function isQuota({ id }: Comparable): boolean {
  return quotaKinds.includes(groupKind(id.group, id.kind));
}

function pricedQuota({ prices }: PriceList, quota: Comparable): PricedQuota {
  const tree = treeOf(quota);
  const hard: Tree = { ...mappingAt(tree, 'spec', 'quota', 'hard'), ...mappingAt(tree, 'spec', 'hard') };
  const limits = Object.entries(hard).map(([name, amount]) => ({
    name,
    amount: units(name, String(amount)),
    price: priceOf(name, hard, prices),
  }));
  return {
    tenant: quota.tenant,
    namespace: quota.id.namespace,
    cost: limits.reduce((sum, { amount, price }) => sum + price * (amount ?? 0), 0),
    limited: limits.filter(({ amount, price }) => price > 0 && amount !== undefined).map(({ name }) => fullName(name)),
  };
}

/** In a quota, `cpu` means `requests.cpu`, and `memory` means `requests.memory`. */
function fullName(resource: string): string {
  return ['cpu', 'memory'].includes(resource) ? `requests.${resource}` : resource;
}

/**
 * The price of the full name also applies to the short name. If the quota has both names and the full name has a price,
 * the short name costs nothing, so that nothing counts twice.
 */
function priceOf(name: string, hard: Tree, prices: PriceList['prices']): number {
  const full = fullName(name);
  if (full === name) return prices.get(name) ?? 0;
  return full in hard && prices.has(full) ? 0 : (prices.get(name) ?? prices.get(full) ?? 0);
}

const gibi = 1024 ** 3;

/**
 * Converts memory and storage to GiB. Cores and counts stay unchanged. Undefined for an amount in another notation, such
 * as one with an exponent.
 */
function units(resource: string, amount: string): number | undefined {
  const isBytes = /(?:^|[./-])(?:memory|storage)$/.test(resource);
  if (!/^[0-9]+(?:\.[0-9]+)?(?:m|k|Ki|[MGTPE]i?)?$/.test(amount)) return undefined;
  return Number(milli(amount)) / 1000 / (isBytes ? gibi : 1);
}
