import { compare } from '../data/order.ts';
import { apportion } from './apportion.ts';
import { addQuantities, type Meter, meters, type Quantities, unpricedMeters } from './meters.ts';
import type { Micros } from './money.ts';
import type { Row } from './row.ts';

export const groupings = ['tenant', 'namespace', 'workload'] as const;
export type Grouping = (typeof groupings)[number];

/** A part of a bill: a line for a tenant, for costs without a tenant, or for idle capacity. */
export interface Line {
  readonly category: 'tenant' | 'unallocated' | 'idle';
  readonly tenant: string;
  readonly namespace: string;
  readonly workload: string;
  readonly quantities: Quantities;
  /** Usage and subscriptions. */
  readonly cost: Micros;
  /** The share of idle capacity and of costs without a tenant, if these are distributed. */
  readonly shared: Micros;
  /** The meters with usage but without a price. */
  readonly unpriced: readonly Meter[];
}

export interface Bill {
  readonly lines: readonly Line[];
  /** The exact sum of the lines. */
  readonly total: Micros;
}

/** Anything with the columns of a row, such as the rows of one day. */
export type Billable = Omit<Row, 'hour' | 'prices'> & { readonly unpriced?: readonly Meter[] };

/** A row with its meters that have usage but no price. */
export function billable(row: Row): Billable {
  return row.sort === 'fee' ? row : { ...row, unpriced: unpricedMeters(row.quantities, row.prices) };
}

/** Adds up rows into lines: tenants in order of their names, then costs without a tenant, then idle capacity. */
export function billOf(rows: Iterable<Billable>, by: Grouping): Bill {
  const lines = new Map<string, Line>();
  for (const row of rows) {
    const line = lineOf(row, by);
    const key = JSON.stringify([line.category, line.tenant, line.namespace, line.workload]);
    const known = lines.get(key);
    lines.set(key, known ? joined(known, line) : line);
  }
  const sorted = [...lines.values()].sort(byPlace);
  return { lines: sorted, total: sorted.reduce((sum, { cost, shared }) => sum + cost + shared, 0n) };
}

function lineOf(row: Billable, by: Grouping): Line {
  const { quantities, cost, tenant } = row;
  const category = row.sort === 'idle' ? 'idle' : tenant === '' ? 'unallocated' : 'tenant';
  const namespace = by === 'tenant' ? '' : row.namespace;
  const workload = by === 'workload' ? row.workload : '';
  return { category, tenant, namespace, workload, quantities, cost, shared: 0n, unpriced: row.unpriced ?? [] };
}

function joined(one: Line, other: Line): Line {
  const unpriced = meters.filter((meter) => one.unpriced.includes(meter) || other.unpriced.includes(meter));
  const quantities = addQuantities(one.quantities, other.quantities);
  return { ...one, quantities, cost: one.cost + other.cost, unpriced };
}

const places = ['tenant', 'unallocated', 'idle'];

function byPlace(one: Line, other: Line): number {
  const place = places.indexOf(one.category) - places.indexOf(other.category);
  if (place !== 0) return place;
  return (
    compare(one.tenant, other.tenant) ||
    compare(one.namespace, other.namespace) ||
    compare(one.workload, other.workload)
  );
}

/**
 * Splits the cost of the lines of these categories between the lines of tenants, in proportion to their cost. The total
 * does not change. If no tenant has a cost, nothing is distributed.
 */
export function shareAmongTenants(bill: Bill, categories: readonly Line['category'][]): Bill {
  const tenants = bill.lines.filter(({ category }) => category === 'tenant');
  if (tenants.every(({ cost }) => cost === 0n)) return bill;
  const distributed = bill.lines.filter(({ category }) => category !== 'tenant' && categories.includes(category));
  const amount = distributed.reduce((sum, { cost }) => sum + cost, 0n);
  const shares = apportion(
    amount,
    tenants.map(({ cost }) => cost),
  );
  const kept = bill.lines.filter((line) => line.category !== 'tenant' && !distributed.includes(line));
  return { ...bill, lines: [...tenants.map((line, index) => ({ ...line, shared: shares[index] ?? 0n })), ...kept] };
}
