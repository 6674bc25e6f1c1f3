import type { Billable, Grouping } from '../cost/bill.ts';
import { formatInstant, type Instant } from '../cost/instant.ts';
import { meters } from '../cost/meters.ts';
import type { Connection } from './database.ts';
import { SourceError } from './source.ts';
import type { Ledger } from './store-hours.ts';

export interface Period {
  readonly from: Instant;
  /** Not included. */
  readonly to: Instant;
}

export interface Stored {
  readonly rows: readonly Billable[];
  readonly currencies: readonly string[];
  /** Hours of the period with rows of use, and the number of those with data for less than 60 minutes. */
  readonly hours: number;
  readonly partialHours: number;
}

export interface Wanted {
  readonly period: Period;
  readonly by: Grouping;
  readonly tenant?: string | undefined;
}

/** The stored data of a period: full days that are rolled up, and hours of the other days. */
export async function readRows(
  connection: Connection,
  ledger: Ledger,
  { period, by, tenant }: Wanted,
): Promise<Stored> {
  const { cluster, basis } = ledger;
  const key = [cluster, basis, formatInstant(period.from), formatInstant(period.to)];
  await requireHours(connection, key);
  const found = await connection.query<StoredRow>(
    queryFor(by, tenant !== undefined),
    tenant === undefined ? key : [...key, tenant],
  );
  const counted = await connection.query<{ readonly hours: string; readonly partial: string }>(
    `select count(*) as hours, count(*) filter (where minutes < 60) as partial from showback_hours
     where cluster = $1 and basis = $2 and part = 'usage' and hour >= $3 and hour < $4`,
    key,
  );
  return {
    rows: found.rows.map(toBillable),
    currencies: [...new Set(found.rows.map(({ currency }) => currency))].sort(),
    hours: Number(counted.rows[0]?.hours ?? 0),
    partialHours: Number(counted.rows[0]?.partial ?? 0),
  };
}

/** If the hours of a day are removed, only the full day can be read. */
async function requireHours(connection: Connection, key: readonly string[]): Promise<void> {
  const { rows } = await connection.query<{ readonly day: string }>(
    `select day::text from showback_rolled r where cluster = $1 and basis = $2 and is_pruned
     and r.day::timestamp at time zone 'UTC' < $4::timestamptz and (r.day + 1)::timestamp at time zone 'UTC' > $3::timestamptz
     and not (r.day::timestamp at time zone 'UTC' >= $3::timestamptz and (r.day + 1)::timestamp at time zone 'UTC' <= $4::timestamptz)`,
    [...key],
  );
  const [part] = rows;
  if (part)
    throw new SourceError(
      `the hours of ${part.day} are no longer kept, only its sum; begin and end at midnight in UTC`,
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
}

/** Days are in UTC. A day that is only partly in the period is read from its hours. */
function queryFor(by: Grouping, hasTenant: boolean): string {
  const only = hasTenant ? 'and tenant = $5' : '';
  const days = `
    select r.day from showback_rolled r where r.cluster = $1 and r.basis = $2
    and r.day::timestamp at time zone 'UTC' >= $3::timestamptz
    and (r.day + 1)::timestamp at time zone 'UTC' <= $4::timestamptz`;
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
      select ${fields} from showback_days where cluster = $1 and basis = $2 ${only} and day in (select day from days)
      union all
      select ${fields} from showback_rows where cluster = $1 and basis = $2 ${only} and hour >= $3 and hour < $4
      and (hour at time zone 'UTC')::date not in (select day from days))
    select a.sort, a.tenant, ${named.join(', ')}, p.currency, ${sums.join(', ')}, sum(a.cost_micros) as cost
    from a join showback_prices p on p.id = a.prices
    group by a.sort, a.tenant, 3, 4, p.currency`;
}

function toBillable(row: StoredRow): Billable {
  const { sort, tenant, namespace, workload, cost } = row;
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
    unpriced: sort === 'fee' ? [] : meters.filter((_, index) => row[`no_${columns[index] ?? 'cpu'}`] === true),
  };
}
