import { type Billable, billOf, groupings, type Line, shareAmongTenants } from '../../cost/bill.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { day, formatDay, formatInstant, hour, parseInstant } from '../../cost/instant.ts';
import { type Meter, meters, perUnit } from '../../cost/meters.ts';
import { formatDecimal } from '../../cost/money.ts';
import { sampleNote } from '../../showback/bill-text.ts';
import { measure } from '../../showback/measured-bill.ts';
import { type Recording, readRecording } from '../../showback/recording.ts';

/** What a bill contains. Days are UTC: `2026-06-01`. */
export interface BillQuery {
  /** `tenant`, `namespace` or `workload`, or a label of namespaces: `label:cost-center`. */
  readonly by: string;
  /** The first and the last day; empty for the whole recording. */
  readonly from: string;
  readonly to: string;
  /** Whether tenants pay for idle capacity, in proportion to their cost. */
  readonly sharesIdle: boolean;
  /** Whether to compare with the previous period of the same length. */
  readonly compares: boolean;
}

/** The bill of a recording. Amounts are decimals of the currency. */
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
  /** A notice that the use is a sample; undefined for measured use. */
  readonly sample: string | undefined;
  readonly lines: readonly BillLine[];
  readonly total: string;
  /** The previous period, if it is compared. `hours` is the number of hours without a recording, which cost nothing. */
  readonly before:
    | { readonly from: string; readonly to: string; readonly total: string; readonly missing: number }
    | undefined;
  /** The cost of each day by tenant, in units of the currency, for a chart. */
  readonly days: readonly { readonly day: string; readonly costs: Readonly<Record<string, number>> }[];
}

export interface BillLine {
  readonly sort: Line['sort'];
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
  /** Restricts the bill to the costs of some tenants. */
  readonly isBilled?: (tenant: string) => boolean;
}

/** Bills a recording. Rejects with a SourceError if it is invalid. */
export async function billView(usage: string, catalogue: Catalogue, query: BillTerms): Promise<BillView> {
  const recording = readRecording(usage, 'usage.jsonl');
  const period = periodOf(recording, query);
  const source = { recording, catalogue, isBilled: query.isBilled ?? (() => true) };
  const days = await daysIn(period, source);
  const bill = billWith(days, query);
  const earlier = { from: period.from - (period.to - period.from), to: period.from };
  const past = query.compares ? billWith(await daysIn(earlier, source), query) : undefined;
  const costs = past && new Map(past.lines.map((line) => [nameOf(line), line.cost + line.shared]));
  return {
    currency: catalogue.currency,
    priceBook: catalogue.priceBook,
    from: formatInstant(period.from),
    to: formatInstant(period.to),
    hours: hoursWithin(recording, period),
    recorded: recordedDays(recording),
    basis: recording.basis || catalogue.basis,
    sample: recording.isSample ? sampleNote : undefined,
    lines: bill.lines.map((line) => lineView(line, bill.total, costs && (costs.get(nameOf(line)) ?? 0n))),
    total: formatDecimal(bill.total, 6),
    before: past && {
      from: formatInstant(earlier.from),
      to: formatInstant(earlier.to),
      total: formatDecimal(past.total, 6),
      missing: (earlier.to - earlier.from) / hour - hoursWithin(recording, earlier),
    },
    days: days.map(({ day: name, rows }) => ({ day: name, costs: costsByTenant(rows) })),
  };
}

/** The first and the last day of the newest recorded days. */
export function newestDays(usage: string, number: number): Pick<BillQuery, 'from' | 'to'> {
  const { last } = recordedDays(readRecording(usage, 'usage.jsonl'));
  const end = parseInstant(`${last}T00:00:00Z`) ?? 0;
  return { from: formatDay(end - (number - 1) * day), to: last };
}

interface Period {
  readonly from: number;
  readonly to: number;
}

function periodOf(recording: Recording, { from, to }: BillQuery): Period {
  const all = { from: recording.hours[0] ?? 0, to: (recording.hours.at(-1) ?? 0) + hour };
  const first = parseInstant(`${from}T00:00:00Z`) ?? all.from;
  const last = parseInstant(`${to}T00:00:00Z`);
  const end = last === undefined ? all.to : last + day;
  const [start, stop] = [Math.max(first, all.from), Math.min(end, all.to)];
  return start < stop ? { from: start, to: stop } : all;
}

function recordedDays({ hours }: Recording): BillView['recorded'] {
  return { first: formatDay(hours[0] ?? 0), last: formatDay(hours.at(-1) ?? 0) };
}

function hoursWithin({ hours }: Recording, { from, to }: Period): number {
  return hours.filter((one) => one >= from && one < to).length;
}

interface Day {
  readonly day: string;
  readonly rows: readonly Billable[];
}

interface Source {
  readonly recording: Recording;
  readonly catalogue: Catalogue;
  readonly isBilled: (tenant: string) => boolean;
}

async function daysIn(period: Period, { recording, catalogue, isBilled }: Source): Promise<readonly Day[]> {
  const days: Day[] = [];
  for (let from = period.from; from < period.to; from = nextDay(from)) {
    const part = { from, to: Math.min(nextDay(from), period.to) };
    const { rows } = await measure({ source: recording, catalogue, period: part, onHour: () => {} });
    days.push({ day: formatDay(from), rows: rows.filter(({ tenant }) => isBilled(tenant)) });
  }
  return days;
}

function nextDay(instant: number): number {
  return (Math.floor(instant / day) + 1) * day;
}

function billWith(days: readonly Day[], { by, sharesIdle, labelOf }: BillQuery & { readonly labelOf: LabelOf }) {
  const rows = days.flatMap((one) => one.rows);
  const label = /^label:(.+)$/.exec(by)?.[1];
  const named = label === undefined ? rows : rows.map((row) => ({ ...row, tenant: labelOf(row.namespace, label) }));
  const bill = billOf(named, groupings.find((one) => one === by) ?? 'tenant');
  return sharesIdle ? shareAmongTenants(bill, ['idle']) : bill;
}

function costsByTenant(rows: readonly Billable[]): Readonly<Record<string, number>> {
  const { lines } = billOf(rows, 'tenant');
  return Object.fromEntries(lines.map((line) => [lineName(line), Number(line.cost) / 1e6]));
}

function nameOf({ sort, tenant, namespace, workload }: Line): string {
  return JSON.stringify([sort, tenant, namespace, workload]);
}

function lineView(line: Line, total: bigint, before: bigint | undefined): BillLine {
  const { sort, tenant, namespace, workload, unpriced } = line;
  const cost = line.cost + line.shared;
  const quantities = Object.fromEntries(
    meters.map((meter) => [meter, Number(line.quantities[meter]) / Number(perUnit[meter])]),
  ) as Record<Meter, number>;
  const share = total === 0n ? 0 : Number(cost) / Number(total);
  const past = before === undefined ? undefined : formatDecimal(before, 6);
  return { sort, tenant, namespace, workload, quantities, cost: formatDecimal(cost, 6), before: past, share, unpriced };
}

/** The label of a line in a chart. Tenant names have no parentheses, so labels in parentheses are unique. */
export function lineName({ sort, tenant }: Pick<BillLine, 'sort' | 'tenant'>): string {
  return sort === 'tenant' ? tenant : `(${sort})`;
}
