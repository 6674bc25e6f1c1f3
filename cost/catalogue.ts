import { isMapping, listAt, mappingAt, type Tree, textAt, textEntriesAt, valueAt } from '../data/tree.ts';
import { type Alignment, alignments, type Fee } from './fee.ts';
import type { Margin } from './margin.ts';
import { byMeter, type Meter, meters, type UnitPrices } from './meters.ts';
import { unitPriceOf } from './money.ts';

/**
 * How CPU and memory are billed. `allocation` bills the larger of request and usage, like OpenCost. `usage` bills only usage,
 * like the FinOps operator [sources: finops-3]. With both, GPUs are billed by requests and volumes by size.
 */
export const bases = ['allocation', 'usage'] as const;
export type Basis = (typeof bases)[number];

/** Everything that the showback job needs from the files, as the renderer resolved it. */
export interface Catalogue {
  /** Namespace and name of the price book. */
  readonly priceBook: string;
  readonly currency: string;
  /** Prices as exact decimals. A meter without a rate has no price. */
  readonly rates: Readonly<Partial<Record<Meter, string>>>;
  readonly basis: Basis;
  /** The label of namespaces with the tenant as its value. */
  readonly tenantLabel: string;
  /** The job of kube-state-metrics in Prometheus, if it is not the default. */
  readonly stateJob?: string;
  /** The source of usage data. Without a URL, the environment of the job specifies OpenCost. */
  readonly opencost?: string;
  readonly prometheus?: string;
  /** Days for which hourly rows are kept. Daily rows are kept forever. */
  readonly hourlyDays: number;
  readonly subscriptions: readonly Subscription[];
}

export interface Subscription {
  readonly namespace: string;
  readonly name: string;
  /** Empty if no tenant subscribes. */
  readonly tenant: string;
  /** RFC 3339. Without it, a subscription begins when the job first sees it. */
  readonly activatedAt?: string;
  readonly deactivatedAt?: string;
  readonly fee?: Fee;
  readonly meters: readonly MeterTerms[];
  readonly sources: readonly UsageSource[];
}

export interface MeterTerms extends Margin {
  readonly name: Meter;
}

/** Selects workloads: every field that is set must match. */
export interface UsageSource {
  readonly resourceType?: string;
  readonly name?: string;
  readonly namespace?: string;
}

export const defaultHourlyDays = 90;

/** The text of a catalogue: JSON with one subscription a line, so that changes are easy to review. */
export function catalogueText({ subscriptions, ...rest }: Catalogue): string {
  const head = JSON.stringify({ ...rest, subscriptions: [] }, undefined, 2);
  const lines = subscriptions.map((one) => `    ${JSON.stringify(one)}`);
  return `${lines.length === 0 ? head : head.replace('"subscriptions": []', () => `"subscriptions": [\n${lines.join(',\n')}\n  ]`)}\n`;
}

/** Parses a catalogue. Returns a message if its currency, its basis or a rate is invalid. */
export function readCatalogue(value: unknown): Catalogue | string {
  const rates = Object.fromEntries(textEntriesAt(value, 'rates').filter(([name]) => isMeter(name)));
  const [basis, currency] = [textAt(value, 'basis'), textAt(value, 'currency')];
  if (currency === '') return 'the catalogue has no currency';
  if (!isBasis(basis)) return `the basis of the catalogue is ${JSON.stringify(basis)}, but must be allocation or usage`;
  const wrong = Object.entries(rates).find(([, rate]) => unitPriceOf(rate) === undefined);
  if (wrong)
    return `rates.${wrong[0]} is ${JSON.stringify(wrong[1])}; it must be a decimal with at most 15 digits before the point and 12 after it`;
  const days = valueAt(value, 'hourlyDays');
  return {
    priceBook: textAt(value, 'priceBook'),
    currency,
    rates,
    basis,
    tenantLabel: textAt(value, 'tenantLabel'),
    ...textFields(value, ['stateJob', 'opencost', 'prometheus']),
    hourlyDays: typeof days === 'number' ? days : defaultHourlyDays,
    subscriptions: listAt(value, 'subscriptions').filter(isMapping).map(readSubscription),
  };
}

function readSubscription(tree: Tree): Subscription {
  const fee = mappingAt(tree, 'fee');
  const [priceMicros, alignment] = [fee['priceMicros'], fee['alignment']];
  const hasFee = typeof priceMicros === 'number' && alignments.includes(alignment as Alignment);
  return {
    namespace: textAt(tree, 'namespace'),
    name: textAt(tree, 'name'),
    tenant: textAt(tree, 'tenant'),
    ...textFields(tree, ['activatedAt', 'deactivatedAt']),
    ...(hasFee ? { fee: { priceMicros, period: textAt(fee, 'period'), alignment: alignment as Alignment } } : {}),
    meters: listAt(tree, 'meters').filter(isMapping).flatMap(readTerms),
    sources: listAt(tree, 'sources').map((source) => textFields(source, ['resourceType', 'name', 'namespace'])),
  };
}

function readTerms(tree: Tree): readonly MeterTerms[] {
  const { name, absoluteMicros, factorMilli } = tree;
  if (typeof name !== 'string' || !isMeter(name)) return [];
  return [{ name, ...numbers({ absoluteMicros, factorMilli }) }];
}

function numbers(fields: Tree): Margin {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'number'));
}

function textFields<Name extends string>(tree: unknown, names: readonly Name[]): Partial<Record<Name, string>> {
  const present = names.map((name) => [name, valueAt(tree, name)] as const);
  return Object.fromEntries(present.filter(([, value]) => typeof value === 'string')) as Partial<Record<Name, string>>;
}

function isMeter(name: string): name is Meter {
  return (meters as readonly string[]).includes(name);
}

function isBasis(text: string): text is Basis {
  return (bases as readonly string[]).includes(text);
}

/** The price of a unit of each meter. */
export function pricesOf({ rates }: Pick<Catalogue, 'rates'>): UnitPrices {
  return byMeter((meter) => {
    const rate = rates[meter];
    return rate === undefined ? null : (unitPriceOf(rate) ?? null);
  });
}
