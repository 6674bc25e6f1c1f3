import { type Bill, type Billable, billOf, groupings, type Line, shareAmongTenants } from '../../cost/bill.ts';
import { formatInstant, hour, type Instant } from '../../cost/instant.ts';
import { type Meter, meters, perUnit } from '../../cost/meters.ts';
import { formatDecimal } from '../../cost/money.ts';

/** Selects the content of a bill. Days are in UTC: `2026-06-01`. */
export interface BillQuery {
  /** `tenant`, `namespace` or `workload`, or a label of namespaces: `label:cost-center`. */
  readonly by: string;
  /**
   * The first and the last day. If both are empty, the bill covers the whole recording or, for stored costs, the last
   * 30 days.
   */
  readonly from: string;
  readonly to: string;
  /** Whether tenants pay for idle capacity, in proportion to their cost. */
  readonly sharesIdle: boolean;
  /** Whether to compare with the previous period of the same length. */
  readonly compares: boolean;
}

/** The bill for recorded or stored usage. Amounts are decimals of the currency. */
export interface BillView {
  readonly currency: string;
  readonly priceBook: string;
  readonly from: string;
  readonly to: string;
  /** The recorded hours in the period. */
  readonly hours: number;
  /** The recorded days. */
  readonly recorded: { readonly first: string; readonly last: string };
  readonly basis: string;
  /** A notice that the usage is a sample; undefined for measured usage. */
  readonly sample: string | undefined;
  readonly lines: readonly BillLine[];
  readonly total: string;
  /** The part of the total that belongs to no tenant. */
  readonly unallocated: string;
  /** The part of the total for idle capacity that tenants do not share. */
  readonly idle: string;
  /**
   * Costs before this time no longer change, except for fees of Subscriptions with an earlier start. Undefined for a recording.
   */
  readonly finalizedUntil: string | undefined;
  /**
   * The previous period, if it is compared. `missing` is the number of hours without a recording, which cost nothing.
   */
  readonly before:
    | { readonly from: string; readonly to: string; readonly total: string; readonly missing: number }
    | undefined;
  /** The cost of each step by tenant, in units of the currency, for a chart. Steps are days by default. */
  readonly days: readonly { readonly day: string; readonly costs: Readonly<Record<string, number>> }[];
}

export interface BillLine {
  readonly category: Line['category'];
  /** The tenant, or the value of the label. */
  readonly tenant: string;
  readonly namespace: string;
  readonly workload: string;
  readonly quantities: Readonly<Record<Meter, number>>;
  /** Exact: `193.326488`. */
  readonly cost: string;
  /** The cost in the previous period; undefined if nothing is compared. */
  readonly before: string | undefined;
  /** The share of the total, from 0 to 1. */
  readonly share: number;
  readonly unpriced: readonly Meter[];
}

/** The value of a label of a namespace; empty if it has none. */
export type LabelOf = (namespace: string, label: string) => string;

export interface BillTerms extends BillQuery {
  readonly labelOf: LabelOf;
}

/** The rows of a period. */
export interface Costs {
  readonly from: Instant;
  readonly to: Instant;
  /** The hours of the period with data. */
  readonly hours: number;
  /** The rows whose sums are the lines of the bill. */
  readonly rows: readonly Billable[];
  /** The rows of each step, of which only the tenant and the cost matter. */
  readonly steps: readonly { readonly name: string; readonly rows: readonly Billable[] }[];
}

/** The parts of a bill other than its rows. */
export type BillFacts = Pick<BillView, 'currency' | 'priceBook' | 'recorded' | 'basis' | 'sample' | 'finalizedUntil'>;

/** Adds up the rows of a period and, if it is compared, of the period before it. */
export function billFrom(costs: Costs, earlier: Costs | undefined, terms: BillTerms & BillFacts): BillView {
  const { currency, priceBook, recorded, basis, sample, finalizedUntil } = terms;
  const bill = billWith(costs, terms);
  const past = earlier && billWith(earlier, terms);
  const before = past && new Map(past.lines.map((line) => [nameOf(line), line.cost + line.shared]));
  return {
    ...{ currency, priceBook, recorded, basis, sample, finalizedUntil, hours: costs.hours },
    from: formatInstant(costs.from),
    to: formatInstant(costs.to),
    lines: bill.lines.map((line) => lineView(line, bill.total, before && (before.get(nameOf(line)) ?? 0n))),
    total: formatDecimal(bill.total, 6),
    unallocated: sumOf(bill, 'unallocated'),
    idle: sumOf(bill, 'idle'),
    before: past &&
      earlier && {
        from: formatInstant(earlier.from),
        to: formatInstant(earlier.to),
        total: formatDecimal(past.total, 6),
        missing: (earlier.to - earlier.from) / hour - earlier.hours,
      },
    days: costs.steps.map(({ name, rows }) => ({ day: name, costs: costsByTenant(rows) })),
  };
}

function sumOf({ lines }: Bill, category: Line['category']): string {
  const own = lines.filter((line) => line.category === category);
  return formatDecimal(
    own.reduce((sum, { cost }) => sum + cost, 0n),
    6,
  );
}

function billWith({ rows }: Costs, { by, sharesIdle, labelOf }: BillTerms): Bill {
  const label = labelIn(by);
  const named = label === undefined ? rows : rows.map((row) => ({ ...row, tenant: labelOf(row.namespace, label) }));
  const bill = billOf(named, groupings.find((one) => one === by) ?? 'tenant');
  return sharesIdle ? shareAmongTenants(bill, ['idle']) : bill;
}

/** The label of a grouping such as `label:cost-center`. */
export function labelIn(by: string): string | undefined {
  return /^label:(.+)$/.exec(by)?.[1];
}

function costsByTenant(rows: readonly Billable[]): Readonly<Record<string, number>> {
  const { lines } = billOf(rows, 'tenant');
  return Object.fromEntries(lines.map((line) => [lineName(line), Number(line.cost) / 1e6]));
}

function nameOf({ category, tenant, namespace, workload }: Line): string {
  return JSON.stringify([category, tenant, namespace, workload]);
}

function lineView(line: Line, total: bigint, before: bigint | undefined): BillLine {
  const { category, tenant, namespace, workload, unpriced } = line;
  const cost = line.cost + line.shared;
  const quantities = Object.fromEntries(
    meters.map((meter) => [meter, Number(line.quantities[meter]) / Number(perUnit[meter])]),
  ) as Record<Meter, number>;
  const share = total === 0n ? 0 : Number(cost) / Number(total);
  const past = before === undefined ? undefined : formatDecimal(before, 6);
  return {
    category,
    tenant,
    namespace,
    workload,
    quantities,
    cost: formatDecimal(cost, 6),
    before: past,
    share,
    unpriced,
  };
}

/** The label of a line in a chart. Tenant names have no parentheses, so labels in parentheses are unique. */
export function lineName({ category, tenant }: Pick<BillLine, 'category' | 'tenant'>): string {
  return category === 'tenant' ? tenant : `(${category})`;
}
