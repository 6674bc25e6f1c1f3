import { type Billable, billOf, type Grouping, type Line } from '../../cost/bill.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { day, formatDay, formatInstant, hour } from '../../cost/instant.ts';
import { type Meter, meters, perUnit } from '../../cost/meters.ts';
import { formatDecimal } from '../../cost/money.ts';
import { sampleNote } from '../../showback/bill-text.ts';
import { measure } from '../../showback/measured-bill.ts';
import { readRecording } from '../../showback/recording.ts';

/** The bill of a recording. Amounts are decimals of the currency. */
export interface BillView {
  readonly currency: string;
  readonly priceBook: string;
  readonly from: string;
  readonly to: string;
  readonly basis: string;
  /** States that the use is a sample; undefined for measured use. */
  readonly sample: string | undefined;
  readonly lines: readonly BillLine[];
  readonly total: string;
  /** The cost of each day, by tenant, for a chart: numbers of the currency. */
  readonly days: readonly { readonly day: string; readonly costs: Readonly<Record<string, number>> }[];
}

export interface BillLine {
  readonly sort: Line['sort'];
  readonly tenant: string;
  readonly namespace: string;
  readonly workload: string;
  readonly quantities: Readonly<Record<Meter, number>>;
  /** Exact: `193.326488`. */
  readonly cost: string;
  /** The share of the total, from 0 to 1. */
  readonly share: number;
  readonly unpriced: readonly Meter[];
}

/** Bills all hours of a recording. Rejects with a SourceError if the recording is invalid. */
export async function billView(usage: string, catalogue: Catalogue, by: Grouping): Promise<BillView> {
  const recording = readRecording(usage, 'usage.jsonl');
  const [first = 0, last = 0] = [recording.hours[0], recording.hours.at(-1)];
  const period = { from: first, to: last + hour };
  const days: { day: string; rows: readonly Billable[] }[] = [];
  for (let from = first; from < period.to; from = nextDay(from)) {
    const part = { from, to: Math.min(nextDay(from), period.to) };
    const { rows } = await measure({ source: recording, catalogue, period: part, onHour: () => {} });
    days.push({ day: formatDay(from), rows });
  }
  const bill = billOf(
    days.flatMap(({ rows }) => rows),
    by,
  );
  return {
    currency: catalogue.currency,
    priceBook: catalogue.priceBook,
    from: formatInstant(period.from),
    to: formatInstant(period.to),
    basis: recording.basis || catalogue.basis,
    sample: recording.isSample ? sampleNote : undefined,
    lines: bill.lines.map((line) => lineView(line, bill.total)),
    total: formatDecimal(bill.total, 6),
    days: days.map(({ day: name, rows }) => ({ day: name, costs: costsByTenant(rows) })),
  };
}

function nextDay(instant: number): number {
  return (Math.floor(instant / day) + 1) * day;
}

function costsByTenant(rows: readonly Billable[]): Readonly<Record<string, number>> {
  const { lines } = billOf(rows, 'tenant');
  return Object.fromEntries(lines.map((line) => [lineName(line), Number(line.cost) / 1e6]));
}

function lineView(line: Line, total: bigint): BillLine {
  const { sort, tenant, namespace, workload, unpriced, cost } = line;
  const quantities = Object.fromEntries(
    meters.map((meter) => [meter, Number(line.quantities[meter]) / Number(perUnit[meter])]),
  ) as Record<Meter, number>;
  const share = total === 0n ? 0 : Number(cost) / Number(total);
  return { sort, tenant, namespace, workload, quantities, cost: formatDecimal(cost, 6), share, unpriced };
}

/** The label of a line in a chart: no tenant has a name in parentheses. */
export function lineName({ sort, tenant }: Pick<BillLine, 'sort' | 'tenant'>): string {
  return sort === 'tenant' ? tenant : `(${sort})`;
}
