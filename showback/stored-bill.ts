import { type Collected, type Collection, collect } from './collect.ts';
import { type DatabaseOptions, withDatabase } from './database.ts';
import { readRows, type Stored, type Wanted } from './read-rows.ts';
import type { Ledger } from './store-hours.ts';

// Programs load this module on demand, because most commands do not need the PostgreSQL client.

export function collectInto(options: DatabaseOptions, collection: Collection): Promise<Collected> {
  return withDatabase(options, (connection) => collect(connection, collection));
}

export function readStored(options: DatabaseOptions, ledger: Ledger, wanted: Wanted): Promise<Stored> {
  return withDatabase(options, (connection) => readRows(connection, ledger, wanted));
}
