import { addToGroup } from '../data/group-by.ts';
import type { Subscription } from './catalogue.ts';
import { type Activation, feeIn } from './fee.ts';
import { hour as hourLength, type Instant } from './instant.ts';
import { withMargin } from './margin.ts';
import { addQuantities, byMeter, costOf, isNothing, noQuantities, type Quantities, type UnitPrices } from './meters.ts';
import type { Micros } from './money.ts';
import { type HourUsage, idleOf, type Usage, withValidNames } from './usage.ts';

/** A priced hour of one workload, the idle capacity of an hour, or the fee of one subscription in an hour. */
export interface Row {
  readonly hour: Instant;
  readonly sort: 'workload' | 'idle' | 'fee';
  /** Empty for usage or a fee without a tenant, and for idle capacity. */
  readonly tenant: string;
  readonly namespace: string;
  /** `Deployment/api`, or `Subscription/gold` for a fee; empty for idle capacity. */
  readonly workload: string;
  readonly quantities: Quantities;
  readonly prices: UnitPrices;
  readonly cost: Micros;
}

export interface ActiveSubscription extends Omit<Subscription, 'activatedAt' | 'deactivatedAt'> {
  readonly life: Activation;
}

/** The prices and terms for an hour. */
export interface Terms {
  readonly prices: UnitPrices;
  readonly subscriptions: readonly ActiveSubscription[];
}

/**
 * The rows of an hour, sorted: one for each workload with usage, and one for idle capacity. Their CPU, GPU and memory add up
 * to the capacity of the nodes, unless usage exceeds capacity.
 */
export function usageRows(usage: HourUsage, terms: Terms): readonly Row[] {
  const { hour } = usage;
  const find = subscriptionFinder(terms, hour);
  const rows = new Map<string, Row>();
  for (const one of usage.usages.map(withValidNames)) {
    const found = find(one);
    const workload = workloadOf(one, found?.byPod ?? false);
    const key = `${one.tenant}/${one.namespace}/${workload}`;
    const quantities = addQuantities(rows.get(key)?.quantities ?? noQuantities, one.quantities);
    const prices = found?.prices ?? terms.prices;
    const { tenant, namespace } = one;
    rows.set(key, { hour, sort: 'workload', tenant, namespace, workload, quantities, prices, cost: 0n });
  }
  const workloads = [...rows.values()].filter(({ quantities }) => !isNothing(quantities)).sort(byName);
  return [...workloads, idleRow(usage, terms)].map((row) => ({ ...row, cost: costOf(row.quantities, row.prices) }));
}

function idleRow(usage: HourUsage, { prices }: Terms): Row {
  const quantities = idleOf(usage);
  return { hour: usage.hour, sort: 'idle', tenant: '', namespace: '', workload: '', quantities, prices, cost: 0n };
}

const noPrices: UnitPrices = byMeter(() => null);

/** The fees of an hour that are not zero: a fee is charged in the hour in which a tick ends. */
export function feeRows(hour: Instant, subscriptions: readonly ActiveSubscription[]): readonly Row[] {
  const rows = subscriptions.map(({ tenant, namespace, name, fee, life }): Row => {
    const cost = fee ? feeIn(fee, life, hour, hour + hourLength) : 0n;
    const workload = `Subscription/${name}`;
    return { hour, sort: 'fee', tenant, namespace, workload, quantities: noQuantities, prices: noPrices, cost };
  });
  return rows.filter(({ cost }) => cost > 0n).sort(byName);
}

function byName(one: Row, other: Row): number {
  if (one.namespace !== other.namespace) return one.namespace < other.namespace ? -1 : 1;
  if (one.workload !== other.workload) return one.workload < other.workload ? -1 : 1;
  return one.tenant < other.tenant ? -1 : 1;
}

function workloadOf({ kind, name, pod }: Usage, byPod: boolean): string {
  return kind === '' || byPod ? `Pod/${pod}` : `${kind}/${name}`;
}

interface Found {
  readonly prices: UnitPrices;
  /** True if the subscription refers to a pod, so that the pod has a separate row. */
  readonly byPod: boolean;
}

/**
 * Finds the subscription that prices a workload. It applies to hours that begin while it is active. A source without a
 * namespace selects only workloads of the tenant that pays.
 */
function subscriptionFinder({ prices, subscriptions }: Terms, hour: Instant): (usage: Usage) => Found | undefined {
  const byNamespace = new Map<string, Rule[]>();
  const byTenant = new Map<string, Rule[]>();
  for (const one of subscriptions.filter(({ life }) => isAlive(life, hour)))
    for (const source of one.meters.length === 0 ? [] : one.sources) {
      const rule = { source, found: { prices: sellingPrices(one, prices), byPod: isByPod(source) } };
      if (source.namespace === undefined) addToGroup(byTenant, one.tenant, rule);
      else addToGroup(byNamespace, source.namespace, rule);
    }
  return (usage) =>
    [...(byNamespace.get(usage.namespace) ?? []), ...(byTenant.get(usage.tenant) ?? [])].find(({ source }) =>
      matches(source, usage),
    )?.found;
}

interface Rule {
  readonly source: Subscription['sources'][number];
  readonly found: Found;
}

function isAlive({ activatedAt, deactivatedAt }: Activation, hour: Instant): boolean {
  return activatedAt <= hour && (deactivatedAt === undefined || hour < deactivatedAt);
}

function isByPod({ resourceType, name }: Rule['source']): boolean {
  return resourceType === 'Pod' && name !== undefined;
}

/**
 * With the resource type `Pod`, the name is that of a pod. Without a name, this type matches every workload
 * [sources: finops-5].
 */
function matches(source: Rule['source'], { kind, name, pod }: Usage): boolean {
  if (source.resourceType === 'Pod') return source.name === undefined || source.name === pod;
  const isOfKind = source.resourceType === undefined || source.resourceType === kind;
  return isOfKind && (source.name === undefined || source.name === name);
}

function sellingPrices({ meters }: ActiveSubscription, prices: UnitPrices): UnitPrices {
  return byMeter((meter) => {
    const terms = meters.find(({ name }) => name === meter);
    return terms ? withMargin(prices[meter], terms) : prices[meter];
  });
}
