import type { Billable, Grouping } from '../cost/bill.ts';
import { formatInstant, type Instant } from '../cost/instant.ts';
import { meters } from '../cost/meters.ts';
import type { Step } from '../cost/step.ts';
import type { Reader } from './reader.ts';
import { SourceError } from './source.ts';
import type { Ledger } from './store-hours.ts';

export interface Period {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
}

/** A sum of rows, with the start of its step if there are steps. */
type StoredBillable = Billable & { readonly start: Instant | undefined };

export interface Stored {
  readonly rows: readonly StoredBillable[];
  readonly currencies: readonly string[];
  /** The number of hours of the period whose usage is stored. */
  readonly hours: number;
  /** The number of these hours with data for less than 60 minutes. */
  readonly partialHours: number;
}

export interface Wanted {
  readonly period: Period;
  readonly by: Grouping;
  /** Undefined for all rows, including those without a tenant. */
  readonly tenants?: readonly string[] | undefined;
  /** Separates the rows of each step. */
  readonly step?: Step | undefined;
  /** More rows are an error. By default, there is no limit. */
  readonly maxRows?: number;
}

/** The stored data of a period: full days that are rolled up, and hours of the other days. Hourly steps need hours only. */
export async function readRows(
  connection: Reader,
  ledger: Ledger,
  { period, by, tenants, step, maxRows = Number.POSITIVE_INFINITY }: Wanted,
): Promise<Stored> {
  const { cluster, basis } = ledger;
  const key = [cluster, basis, formatInstant(period.from), formatInstant(period.to)];
  const found = await connection.query<StoredRow>(
    `${queryFor(by, tenants !== undefined, step)} ${Number.isFinite(maxRows) ? `limit ${maxRows + 1}` : ''}`,
    tenants === undefined ? key : [...key, tenants],
  );
  if (found.rows.length > maxRows)
    throw new SourceError(
      `the bill has more than ${maxRows} amounts; choose a shorter period or longer steps, or group by namespace or tenant`,
    );
  const counted = await connection.query<{ readonly hours: string; readonly partial: string }>(
    `select count(*) as hours, count(*) filter (where minutes < 60) as partial from showback_hours
     where cluster = $1 and basis = $2 and part = 'usage' and hour >= $3 and hour < $4`,
    key,
  );
  // After the rows, because a concurrent run can remove hours.
  await requireHours(connection, key, step);
  return {
    rows: found.rows.map(toBillable),
    currencies: [...new Set(found.rows.map(({ currency }) => currency))].sort(),
    hours: Number(counted.rows[0]?.hours ?? 0),
    partialHours: Number(counted.rows[0]?.partial ?? 0),
  };
}

/** Throws if the query needs the hours of a day of which only the total is still stored. */
async function requireHours(connection: Reader, key: readonly string[], step: Step | undefined): Promise<void> {
  const isWhole = `r.day::timestamp at time zone 'UTC' >= $3::timestamptz
     and (r.day + 1)::timestamp at time zone 'UTC' <= $4::timestamptz`;
  const { rows } = await connection.query<{ readonly day: string }>(
    `select day::text from showback_rolled r where cluster = $1 and basis = $2 and is_pruned
     and r.day::timestamp at time zone 'UTC' < $4::timestamptz and (r.day + 1)::timestamp at time zone 'UTC' > $3::timestamptz
     ${step === 'hour' ? '' : `and not (${isWhole})`} order by day limit 1`,
    [...key],
  );
  const [part] = rows;
  if (part)
    throw new SourceError(
      `the hours of ${part.day} are no longer stored, only the total of the day; begin and end the period at midnight UTC, and use steps of a day or more`,
    );
}

const columns = ['cpu', 'gpu', 'ram', 'pv', 'net'] as const;

interface StoredRow
  extends Readonly<Record<(typeof columns)[number] | `no_${(typeof columns)[number]}`, string | boolean>> {
  readonly sort: Billable['sort'];
  readonly tenant: string;
  readonly namespace: string;
  readonly workload: string;
  readonly currency: string;
  readonly cost: string;
  readonly start: string | null;
}

/**
 * The query for the rows of a period. Days are in UTC. A day that is only partly in the period is read from its hours.
 */
function queryFor(by: Grouping, hasTenants: boolean, step: Step | undefined): string {
  const only = hasTenants ? 'and tenant = any($5)' : '';
  const days = `
    select r.day from showback_rolled r where r.cluster = $1 and r.basis = $2
    and r.day::timestamp at time zone 'UTC' >= $3::timestamptz
    and (r.day + 1)::timestamp at time zone 'UTC' <= $4::timestamptz ${step === 'hour' ? 'and false' : ''}`;
  const start = step === undefined ? 'null' : `extract(epoch from date_trunc('${step}', a.instant at time zone 'UTC'))`;
  const fields = 'sort, tenant, namespace, workload, prices, cpu, gpu, ram, pv, net, cost_micros';
  const named = ['namespace', 'workload'].map((field) => {
    const isWanted = field === 'namespace' ? by !== 'tenant' : by === 'workload';
    return isWanted ? `a.${field}` : `''::text as ${field}`;
  });
  const sums = columns.map(
    (column) =>
      `sum(a.${column}) as ${column}, coalesce(bool_or(a.${column} > 0 and p.${column} is null), false) as no_${column}`,
  );
  return `
    with days as (${days}), a as (
      select ${fields}, day::timestamp at time zone 'UTC' as instant from showback_days where cluster = $1 and basis = $2 ${only} and day in (select day from days)
      union all
      select ${fields}, hour as instant from showback_rows where cluster = $1 and basis = $2 ${only} and hour >= $3 and hour < $4
      and (hour at time zone 'UTC')::date not in (select day from days))
    select a.sort, a.tenant, ${named.join(', ')}, p.currency, ${start}::bigint as start, ${sums.join(', ')},
      sum(a.cost_micros) as cost
    from a join showback_prices p on p.id = a.prices
    group by 1, 2, 3, 4, 5, 6`;
}

function toBillable(row: StoredRow): StoredBillable {
  const { sort, tenant, namespace, workload, cost, start } = row;
  const of = (column: (typeof columns)[number]) => BigInt(String(row[column]));
  return {
    sort,
    tenant,
    namespace,
    workload,
    quantities: {
      cpuHour: of('cpu'),
      gpuHour: of('gpu'),
      ramGbHour: of('ram'),
      pvGbHour: of('pv'),
      networkGb: of('net'),
    },
    cost: BigInt(cost),
    start: start === null ? undefined : Number(start),
    unpriced: sort === 'fee' ? [] : meters.filter((_, index) => row[`no_${columns[index] ?? 'cpu'}`] === true),
  };
}
