import { type Collected, type Collection, collect } from './collect.ts';
import { type DatabaseOptions, withDatabase } from './database.ts';
import { readRows, type Stored, type Wanted } from './read-rows.ts';
import type { Ledger } from './store-hours.ts';

/** What needs the client of PostgreSQL. Programs load this module when they need it, because no other command does. */
export function collectInto(options: DatabaseOptions, collection: Collection): Promise<Collected> {
  return withDatabase(options, (connection) => collect(connection, collection));
}

export function readStored(options: DatabaseOptions, ledger: Ledger, wanted: Wanted): Promise<Stored> {
  return withDatabase(options, (connection) => readRows(connection, ledger, wanted));
}
