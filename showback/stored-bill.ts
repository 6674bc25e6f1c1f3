import { type Collected, type Collection, collect } from './collect.ts';
import { type DatabaseOptions, withDatabase } from './database.ts';
import { countHoursWithoutFees } from './missing-fees.ts';
import { readRows, type Stored, type Wanted } from './read-rows.ts';
import type { Ledger } from './store-hours.ts';

// Programs load this module on demand, because most commands do not need the PostgreSQL client.

export function collectInto(options: DatabaseOptions, collection: Collection): Promise<Collected> {
  return withDatabase(options, (connection) => collect(connection, collection));
}

export interface StoredPeriod extends Stored {
  /** The number of hours with stored usage, but without stored Subscription fees. */
  readonly hoursWithoutFees: number;
}

export function readStored(options: DatabaseOptions, ledger: Ledger, wanted: Wanted): Promise<StoredPeriod> {
  return withDatabase(options, async (connection) => ({
    ...(await readRows(connection, ledger, wanted)),
    hoursWithoutFees: await countHoursWithoutFees(connection, ledger, wanted.period),
  }));
}
