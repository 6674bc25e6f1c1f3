import type { Basis } from '../cost/catalogue.ts';
import { formatInstant, type Instant } from '../cost/instant.ts';
import { meters, type UnitPrices } from '../cost/meters.ts';
import type { Row } from '../cost/row.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Connection } from './database.ts';

/** Identifies the rows of a cluster that were measured in the same way. */
export interface Ledger {
  readonly cluster: string;
  readonly basis: Basis;
}

export type Part = 'usage' | 'fees';

export interface HourToStore {
  readonly part: Part;
  readonly hour: Instant;
  /** Minutes of the hour with data. */
  readonly minutes: number;
  readonly rows: readonly Row[];
  readonly priceBook: string;
  readonly currency: string;
}

/**
 * Stores an hour atomically and only once: an hour that is already stored does not change. If two jobs store the same hour,
 * the insert of the second waits for the first. Returns false if the hour was already stored.
 */
export function storeHour(connection: Connection, ledger: Ledger, hour: HourToStore): Promise<boolean> {
  return inTransaction(connection, async () => {
    const { cluster, basis } = ledger;
    const inserted = await connection.query(
      `insert into showback_hours (cluster, basis, part, hour, minutes) values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [cluster, basis, hour.part, formatInstant(hour.hour), hour.minutes],
    );
    if (inserted.rowCount === 0) return false;
    await storeRows(connection, ledger, hour);
    return true;
  });
}

/** Stores rows. Requires a transaction that blocks the roll-up. Existing rows do not change. */
export async function storeRows(
  connection: Connection,
  ledger: Ledger,
  { rows, priceBook, currency }: Pick<HourToStore, 'rows' | 'priceBook' | 'currency'>,
): Promise<void> {
  const ids = await priceIds(connection, { rows, priceBook, currency });
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await insertRows(connection, ledger, { rows: rows.slice(start, start + rowsAtOnce), ids });
}

/**
 * Returns SQL that adds hours to their days. It adds to the stored sums of a day instead of computing them again, because the
 * hours of the day might have been deleted.
 */
export function addToDays(hours: string, condition: string): string {
  const sums = ['cpu', 'gpu', 'ram', 'pv', 'net', 'cost_micros'];
  return `insert into showback_days
      (cluster, basis, day, sort, tenant, namespace, workload, prices, ${sums.join(', ')})
    select h.cluster, h.basis, (h.hour at time zone 'UTC')::date as day, h.sort, h.tenant, h.namespace, h.workload, h.prices,
      ${sums.map((column) => `sum(h.${column})`).join(', ')}
    from ${hours} h where ${condition}
    group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (cluster, basis, day, namespace, workload, tenant, sort, prices) do update set
      ${sums.map((column) => `${column} = showback_days.${column} + excluded.${column}`).join(', ')}`;
}

/** The maximum number of rows per statement, which bounds its memory. */
const rowsAtOnce = 5000;

async function insertRows(
  connection: Connection,
  { cluster, basis }: Ledger,
  { rows, ids }: { readonly rows: readonly Row[]; readonly ids: ReadonlyMap<UnitPrices, string> },
): Promise<void> {
  const texts = (of: (row: Row) => string) => rows.map(of);
  await connection.query(
    `with inserted as (
       insert into showback_rows
         (cluster, basis, hour, sort, tenant, namespace, workload, prices, cpu, gpu, ram, pv, net, cost_micros)
       select $1, $2, * from unnest($3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
         $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[])
       on conflict do nothing returning *)
     ${addToDays('inserted', "exists (select from showback_rolled r where r.cluster = h.cluster and r.basis = h.basis and r.day = (h.hour at time zone 'UTC')::date)")}`,
    [
      cluster,
      basis,
      texts(({ hour }) => formatInstant(hour)),
      texts(({ sort }) => sort),
      texts(({ tenant }) => tenant),
      texts(({ namespace }) => namespace),
      texts(({ workload }) => workload),
      texts(({ prices }) => ids.get(prices) ?? ''),
      ...meters.map((meter) => texts(({ quantities }) => String(quantities[meter]))),
      texts(({ cost }) => String(cost)),
    ],
  );
}

/**
 * Stores prices that are new, and returns the ID of each. A stored row refers to its prices permanently, so past prices
 * never change.
 */
async function priceIds(
  connection: Connection,
  { rows, priceBook, currency }: Pick<HourToStore, 'rows' | 'priceBook' | 'currency'>,
): Promise<ReadonlyMap<UnitPrices, string>> {
  const ids = new Map<UnitPrices, string>();
  const byKey = new Map<string, string>();
  for (const prices of new Set(rows.map((row) => row.prices))) {
    const values = meters.map((meter) => (prices[meter] === null ? null : String(prices[meter])));
    const key = JSON.stringify([priceBook, currency, ...values]);
    const id = byKey.get(key) ?? (await priceId(connection, key, [priceBook, currency, ...values]));
    byKey.set(key, id);
    ids.set(prices, id);
  }
  return ids;
}

async function priceId(connection: Connection, key: string, values: readonly (string | null)[]): Promise<string> {
  await connection.query(
    `insert into showback_prices (key, price_book, currency, cpu, gpu, ram, pv, net)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [key, ...values],
  );
  const { rows } = await connection.query<{ readonly id: string }>('select id from showback_prices where key = $1', [
    key,
  ]);
  return rows[0]?.id ?? '';
}

/** The stored hours of a part since an instant. */
export async function storedHours(
  connection: Connection,
  { cluster, basis }: Ledger,
  { part, since }: { readonly part: Part; readonly since: Instant },
): Promise<ReadonlySet<Instant>> {
  const { rows } = await connection.query<{ readonly hour: string }>(
    `select extract(epoch from hour)::bigint as hour from showback_hours
     where cluster = $1 and basis = $2 and part = $3 and hour >= $4`,
    [cluster, basis, part, formatInstant(since)],
  );
  return new Set(rows.map(({ hour }) => Number(hour)));
}

export interface StoredRange {
  readonly first: Instant | undefined;
  readonly last: Instant | undefined;
}

/** The first and the last stored hour of a part. */
export async function storedRange(
  connection: Connection,
  { cluster, basis }: Ledger,
  part: Part,
): Promise<StoredRange> {
  const { rows } = await connection.query<{ readonly first: string | null; readonly last: string | null }>(
    `select extract(epoch from min(hour))::bigint as first, extract(epoch from max(hour))::bigint as last
     from showback_hours where cluster = $1 and basis = $2 and part = $3`,
    [cluster, basis, part],
  );
  const [first, last] = [rows[0]?.first, rows[0]?.last].map((hour) =>
    typeof hour === 'string' ? Number(hour) : undefined,
  );
  return { first, last };
}
