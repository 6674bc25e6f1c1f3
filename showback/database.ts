import pg from 'pg';
import { migrations } from './migrations.ts';
import { SourceError } from './source.ts';

/** One connection to PostgreSQL. The job needs only one, and its locks belong to the connection. */
export type Connection = pg.Client;

export interface DatabaseOptions {
  readonly connectionString: string;
  /** In milliseconds. */
  readonly connectTimeout: number;
  readonly statementTimeout: number;
}

/** A database that cannot be used. The message is for users and never contains the password. */
export class DatabaseError extends SourceError {}

/** Connects, runs the action, and always closes the connection. */
export async function withDatabase<Result>(
  options: DatabaseOptions,
  act: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const client = clientFor(options);
  try {
    await client.connect();
    return await act(client);
  } catch (error) {
    throw isOfDatabase(error) ? new DatabaseError(`the database failed: ${messageOf(error)}`) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clientFor({ connectionString, connectTimeout, statementTimeout }: DatabaseOptions): Connection {
  try {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: connectTimeout,
      statement_timeout: statementTimeout,
      application_name: 'leasehold-showback',
    });
    // Without a listener, a connection that fails while idle would end the process. The next statement fails instead.
    client.on('error', () => undefined);
    return client;
  } catch {
    throw new DatabaseError('the connection string is not a URL such as postgres://user:password@host:5432/database');
  }
}

/** Errors of PostgreSQL, of its protocol and of the network have a code or come from the client. */
function isOfDatabase(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof SourceError) return false;
  return 'code' in error || error instanceof AggregateError || /connection|timeout|client/i.test(error.message);
}

const undefinedTable = '42P01';

function messageOf(error: Error): string {
  if ('code' in error && error.code === undefinedTable) return 'it has no costs yet; leasehold collect stores them';
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined;
  return (inner ?? error).message.split('\n')[0] ?? '';
}

/** An arbitrary number that no other program is likely to lock. */
const migrationLock = 7_310_590_219;

/** Migrates the schema to the newest version. Of two concurrent jobs, the second waits and has nothing to do. */
export async function migrate(connection: Connection): Promise<void> {
  await connection.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await connection.query(
      'create table if not exists showback_migrations (version int primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await connection.query<{ readonly version: number }>('select version from showback_migrations');
    const done = new Set(rows.map(({ version }) => version));
    const newest = Math.max(0, ...done);
    if (newest > migrations.length)
      throw new DatabaseError(
        `the database has version ${newest}, and this leasehold knows ${migrations.length}; use a newer one`,
      );
    for (const [index, sql] of migrations.entries()) if (!done.has(index + 1)) await apply(connection, index + 1, sql);
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
  }
}

function apply(connection: Connection, version: number, sql: string): Promise<void> {
  return inTransaction(connection, async () => {
    await connection.query(sql);
    await connection.query('insert into showback_migrations (version) values ($1)', [version]);
  });
}

/** Runs a transaction: a failure changes nothing. */
export async function inTransaction<Result>(connection: Connection, act: () => Promise<Result>): Promise<Result> {
  await connection.query('begin');
  try {
    const result = await act();
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}
