import { type Catalogue, pricesOf, readCatalogue, type Subscription } from '../cost/catalogue.ts';
import { formatInstant, type Instant } from '../cost/instant.ts';
import type { UnitPrices } from '../cost/meters.ts';
import type { ActiveSubscription } from '../cost/row.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Connection } from './database.ts';
import { isOver, isSame, lastsAfter, recordOf } from './subscription-records.ts';

/** The prices that were in force in an hour. */
export interface PricesInForce {
  readonly priceBook: string;
  readonly currency: string;
  readonly prices: UnitPrices;
}

/**
 * Records the prices of the catalogue if they differ from those of the previous run, and returns a function from an hour to
 * its prices. Hours before a price change keep the old prices, even if they are collected after it.
 */
export async function recordPrices(
  connection: Connection,
  { cluster, now, catalogue }: TermsToRecord,
): Promise<(hour: Instant) => PricesInForce> {
  const { priceBook, currency, rates } = catalogue;
  // Two concurrent jobs can both record a change. This is harmless, because both rows have the same prices.
  await connection.query(
    `insert into showback_price_books (cluster, since, name, currency, rates)
     select $1, $2, $3, $4, $5::jsonb where not exists (
       select from (select name, currency, rates from showback_price_books where cluster = $1 order by since desc limit 1) newest
       where newest.name = $3 and newest.currency = $4 and newest.rates = $5::jsonb)
     on conflict do nothing`,
    [cluster, formatInstant(now), priceBook, currency, JSON.stringify(rates)],
  );
  const { rows } = await connection.query<BookRow>(
    `select extract(epoch from since)::bigint as since, name, currency, rates from showback_price_books
     where cluster = $1 order by since desc`,
    [cluster],
  );
  const books = rows.map((row) => ({
    since: Number(row.since),
    inForce: { priceBook: row.name, currency: row.currency, prices: pricesOf({ rates: row.rates }) },
  }));
  const oldest = books.at(-1)?.inForce ?? { priceBook, currency, prices: pricesOf(catalogue) };
  return (hour) => books.find(({ since }) => since < hour + 3600)?.inForce ?? oldest;
}

interface BookRow {
  readonly since: string;
  readonly name: string;
  readonly currency: string;
  readonly rates: Catalogue['rates'];
}

/**
 * Records the current Subscriptions. A new one begins now, or at the time in its file; a removed one ends now, but not before
 * its start. Returns all recorded ones, including ended ones, because their last tick might still be due. A lock ensures that a
 * concurrent job sees what the first job recorded.
 */
export function recordSubscriptions(
  connection: Connection,
  recording: TermsToRecord,
): Promise<readonly KnownSubscription[]> {
  const { cluster, now, catalogue } = recording;
  return inTransaction(connection, async () => {
    await connection.query("select pg_advisory_xact_lock(hashtext('showback subscriptions ' || $1))", [cluster]);
    const before = await knownSubscriptions(connection, cluster);
    for (const subscription of catalogue.subscriptions) {
      const known = recordOf(subscription, { all: before, now });
      await (known
        ? update(connection, { cluster, known, subscription })
        : begin(connection, { ...recording, subscription }));
    }
    const isGone = (one: KnownSubscription) => !catalogue.subscriptions.some((other) => isSame(one, other));
    for (const { namespace, name } of before.filter((one) => lastsAfter(one, now) && isGone(one)))
      await connection.query(
        `update showback_subscriptions set deactivated_at = greatest(activated_at, $4::timestamptz)
         where cluster = $1 and namespace = $2 and name = $3 and (deactivated_at is null or deactivated_at > $4)`,
        [cluster, namespace, name, formatInstant(now)],
      );
    return knownSubscriptions(connection, cluster);
  });
}

interface TermsToRecord {
  readonly cluster: string;
  readonly now: Instant;
  readonly catalogue: Catalogue;
}

export interface KnownSubscription extends ActiveSubscription {
  readonly currency: string;
  /** Whether its fees are also stored for the hours that were collected before the Subscription was recorded. */
  readonly isSettled: boolean;
}

interface Begin extends TermsToRecord {
  readonly subscription: Subscription;
}

/** Records a new Subscription, unless it ended before it began. */
async function begin(connection: Connection, { cluster, now, subscription, catalogue }: Begin): Promise<void> {
  if (isOver(subscription, now)) return;
  const { namespace, name, activatedAt, deactivatedAt, ...terms } = subscription;
  await connection.query(
    `insert into showback_subscriptions (cluster, namespace, name, activated_at, deactivated_at, terms, currency)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      cluster,
      namespace,
      name,
      activatedAt ?? formatInstant(now),
      deactivatedAt ?? null,
      JSON.stringify(terms),
      catalogue.currency,
    ],
  );
}

interface Update {
  readonly cluster: string;
  readonly known: ActiveSubscription;
  readonly subscription: Subscription;
}

/** Updates the terms of a Subscription. Changed terms apply to hours that are not stored yet. */
async function update(connection: Connection, { cluster, known, subscription }: Update): Promise<void> {
  const { namespace, name, activatedAt: _begin, deactivatedAt, ...terms } = subscription;
  await connection.query(
    `update showback_subscriptions set terms = $5, deactivated_at = $6
     where cluster = $1 and namespace = $2 and name = $3 and floor(extract(epoch from activated_at)) = $4`,
    [cluster, namespace, name, known.life.activatedAt, JSON.stringify(terms), deactivatedAt ?? null],
  );
}

interface SubscriptionRow {
  readonly namespace: string;
  readonly name: string;
  readonly activated: string;
  readonly deactivated: string | null;
  readonly terms: unknown;
  readonly currency: string;
  readonly settled: boolean;
}

async function knownSubscriptions(connection: Connection, cluster: string): Promise<readonly KnownSubscription[]> {
  const { rows } = await connection.query<SubscriptionRow>(
    `select namespace, name, floor(extract(epoch from activated_at))::bigint as activated,
       floor(extract(epoch from deactivated_at))::bigint as deactivated, terms, currency, is_settled as settled
     from showback_subscriptions where cluster = $1 order by namespace, name, activated_at`,
    [cluster],
  );
  return rows.flatMap(({ namespace, name, activated, deactivated, terms, currency, settled }) => {
    const life = {
      activatedAt: Number(activated),
      deactivatedAt: deactivated === null ? undefined : Number(deactivated),
    };
    return termsIn(terms, currency).map((one) => ({ ...one, namespace, name, life, currency, isSettled: settled }));
  });
}

/** Reads stored terms with the parser of catalogues. */
function termsIn(terms: unknown, currency: string): readonly Subscription[] {
  const catalogue = readCatalogue({ currency, basis: 'allocation', subscriptions: [terms] });
  return typeof catalogue === 'string' ? [] : catalogue.subscriptions;
}

/**
 * Records that the fees of a Subscription are also stored for the hours that were collected before the Subscription was
 * recorded.
 */
export async function markSettled(
  connection: Connection,
  cluster: string,
  subscription: KnownSubscription,
): Promise<void> {
  const { namespace, name, life } = subscription;
  await connection.query(
    `update showback_subscriptions set is_settled = true
     where cluster = $1 and namespace = $2 and name = $3 and floor(extract(epoch from activated_at)) = $4`,
    [cluster, namespace, name, life.activatedAt],
  );
}
