import type { Catalogue } from '../cost/catalogue.ts';
import { formatInstant, hour as hourLength, type Instant } from '../cost/instant.ts';
import type { UnitPrices } from '../cost/meters.ts';
import { feeRows, usageRows } from '../cost/row.ts';
import { migrate } from '../database/migrate.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Connection } from './database.ts';
import { migrations } from './migrations.ts';
import { rollUp } from './roll-up.ts';
import { type UsageSource, unlabeledText } from './source.ts';
import {
  type HourToStore,
  type Ledger,
  type Part,
  storedHours,
  storedRange,
  storeHour,
  storeRows,
} from './store-hours.ts';
import {
  type KnownSubscription,
  markSettled,
  type PricesInForce,
  recordPrices,
  recordSubscriptions,
} from './store-terms.ts';

export interface Collection {
  readonly part: Part;
  readonly cluster: string;
  readonly catalogue: Catalogue;
  readonly now: Instant;
  /** Required only for usage. */
  readonly source?: UsageSource | undefined;
  readonly log: (line: string) => void;
}

/** Hours that the first run collects, as the FinOps operator does. */
const firstRunHours = 5;
/** The age, in hours, up to which an hour without data is requested again. */
const catchUpHours = 7 * 24;

/** The result of a run. */
export interface Collected {
  readonly stored: number;
  /** Hours for which the source has no data, or no tenants. They are requested again. */
  readonly empty: number;
}

/**
 * Stores the missing hours, one at a time, oldest first. A run can be killed at any point: each hour is stored once or not at
 * all. If another run is collecting the same data, this run stores nothing; the next run stores what is missing.
 */
export async function collect(connection: Connection, collection: Collection): Promise<Collected> {
  const { part, cluster, catalogue, now } = collection;
  await migrate(connection, { name: 'showback', migrations });
  if (!(await isAlone(connection, `${part} ${cluster}`))) {
    collection.log('another run is collecting the same data; nothing to do');
    return { stored: 0, empty: 0 };
  }
  const ledger: Ledger = { cluster, basis: catalogue.basis };
  const pricesAt = await recordPrices(connection, collection);
  const subscriptions = await recordSubscriptions(connection, collection);
  if (part === 'fees') await settleFees(connection, ledger, subscriptions);
  const result = await storeMissing(connection, ledger, { ...collection, subscriptions, pricesAt });
  await rollUp(connection, ledger, { now, hourlyDays: catalogue.hourlyDays });
  return result;
}

/**
 * Takes the lock unless another run holds it, and returns whether it did. The lock ends with the connection, so a job that
 * crashes releases it.
 */
async function isAlone(connection: Connection, what: string): Promise<boolean> {
  const { rows } = await connection.query<{ readonly alone: boolean }>(
    "select pg_try_advisory_lock(hashtext('showback ' || $1)) as alone",
    [what],
  );
  return rows[0]?.alone ?? false;
}

interface Context extends Collection {
  readonly subscriptions: readonly KnownSubscription[];
  readonly pricesAt: (hour: Instant) => PricesInForce;
}

async function storeMissing(connection: Connection, ledger: Ledger, context: Context): Promise<Collected> {
  const { part, log, pricesAt } = context;
  let [stored, empty] = [0, 0];
  for (const hour of await missingHours(connection, ledger, context)) {
    const inForce = pricesAt(hour);
    const content = await contentOf(hour, context, inForce.prices);
    if (typeof content === 'string') empty++;
    else if (await storeHour(connection, ledger, { part, hour, ...content, ...inForce })) stored++;
    log(`${formatInstant(hour)} ${typeof content === 'string' ? content : rowsText(content.rows.length)}`);
  }
  return { stored, empty };
}

function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/**
 * Complete past hours that are not stored; the first run has only the last five. An hour without data is requested again for a
 * week, or longer if no later hour is stored.
 */
async function missingHours(
  connection: Connection,
  ledger: Ledger,
  { part, now }: Context,
): Promise<readonly Instant[]> {
  const end = Math.floor(now / hourLength) * hourLength;
  const { first, last } = await storedRange(connection, ledger, part);
  const begin =
    first === undefined || last === undefined
      ? end - firstRunHours * hourLength
      : Math.max(first, Math.min(last + hourLength, end - catchUpHours * hourLength));
  const stored = await storedHours(connection, ledger, { part, since: begin });
  const count = Math.max(0, (end - begin) / hourLength);
  return Array.from({ length: count }, (_, index) => begin + index * hourLength).filter((hour) => !stored.has(hour));
}

/** Returns a text if the hour must not be stored: why. A stored hour never changes, so its tenants must be known. */
async function contentOf(
  hour: Instant,
  { part, source, subscriptions, catalogue }: Context,
  prices: UnitPrices,
): Promise<Pick<HourToStore, 'minutes' | 'rows'> | string> {
  if (part === 'fees') return { minutes: 60, rows: feeRows(hour, subscriptions) };
  const usage = await source?.readHour(hour);
  if (!usage || usage.minutes === 0) return 'no data';
  if (usage.isUnlabeled) return unlabeledText(catalogue.tenantLabel);
  return { minutes: usage.minutes, rows: usageRows(usage, { prices, subscriptions }) };
}

/** Charges a Subscription with a start in the past for hours that are already stored. */
async function settleFees(connection: Connection, ledger: Ledger, all: readonly KnownSubscription[]): Promise<void> {
  for (const subscription of all.filter(({ isSettled }) => !isSettled))
    await inTransaction(connection, async () => {
      // The roll-up must see either all of these rows or none of them.
      await connection.query('lock table showback_hours in row exclusive mode');
      const since = Math.floor(subscription.life.activatedAt / hourLength) * hourLength;
      const stored = await storedHours(connection, ledger, { part: 'fees', since });
      const rows = [...stored].flatMap((hour) => feeRows(hour, [subscription]));
      await storeRows(connection, ledger, { rows, priceBook: '', currency: subscription.currency });
      await markSettled(connection, ledger.cluster, subscription);
    });
}
