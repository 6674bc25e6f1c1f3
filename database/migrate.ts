import type { ClientBase } from 'pg';
import { largest } from '../data/largest.ts';
import { inTransaction } from './transaction.ts';

/** The schema of a program: SQL for each version, which never changes once it is released. */
export interface Schema {
  /** The prefix of its tables. */
  readonly name: 'showback' | 'gateway';
  readonly migrations: readonly string[];
}

/** A newer version of the program has migrated the database. */
export class NewerSchemaError extends Error {}

/** An arbitrary number that no other program is likely to lock. */
const migrationLock = 7_310_590_219;

/**
 * Migrates the schema to the newest version. A lock ensures that only one program migrates at a time, so each version is applied
 * once. Throws NewerSchemaError if the schema is newer than the program.
 */
export async function migrate(connection: ClientBase, { name, migrations }: Schema): Promise<void> {
  const table = `${name}_migrations`;
  await connection.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await connection.query(
      `create table if not exists ${table} (version int primary key, applied_at timestamptz not null default now())`,
    );
    const { rows } = await connection.query<{ readonly version: number }>(`select version from ${table}`);
    const done = new Set(rows.map(({ version }) => version));
    const newest = largest(done);
    if (newest > migrations.length)
      throw new NewerSchemaError(
        `the database has schema version ${newest}, but this version of leasehold supports only ${migrations.length}; use a newer version of leasehold`,
      );
    for (const [index, sql] of migrations.entries())
      if (!done.has(index + 1))
        await inTransaction(connection, async () => {
          await connection.query(sql);
          await connection.query(`insert into ${table} (version) values ($1)`, [index + 1]);
        });
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
  }
}
