import pg from 'pg';
import { failureText, isDatabaseFailure } from '../../database/failure.ts';
import { migrate, NewerSchemaError, type Schema } from '../../database/migrate.ts';
import { inTransaction } from '../../database/transaction.ts';
import { DatabaseUnavailable } from './unavailable.ts';

type Row = pg.QueryResultRow;

/**
 * A PostgreSQL database. While it is down, statements and actions with a lock reject with DatabaseUnavailable. They
 * work again once it is back.
 */
export interface Database {
  /** Runs a statement. The text of the statement never contains values. */
  readonly query: <R extends Row>(sql: string, values: readonly unknown[]) => Promise<pg.QueryResult<R>>;
  /**
   * Waits until no replica runs an action with the same name, and then runs this one. Rejects with DatabaseUnavailable if the
   * other action takes longer than a statement may.
   */
  readonly exclusively: <T>(name: string, act: () => Promise<T>) => Promise<T>;
  /** Runs an action unless one with the same name is running at some replica. */
  readonly ifAlone: (name: string, act: () => Promise<void>) => Promise<void>;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation {
  /** `postgres://user@host:5432/database` */
  readonly url: string;
  /** Undefined if the URL contains it, or the server needs none. */
  readonly password: string | undefined;
  /** The schema to migrate; undefined for a database of another program, which is only read. */
  readonly schema: Schema | undefined;
}

/** Milliseconds to wait for a connection. */
const connectTimeout = 5000;

/** Milliseconds to wait for the result of a statement. */
const statementTimeout = 10_000;

/** Milliseconds after which an action loses its lock. Actions usually end earlier, because their requests have time limits. */
const lockTimeout = 180_000;

/**
 * Connects on demand, so that the program starts without the database. Actions with a lock use separate connections, so
 * that a slow forge or identity provider does not block other statements.
 */
export function openDatabase(location: DatabaseLocation): Database {
  const [statements, locks] = [poolOf(location, 8), poolOf(location, 6)];
  const migrated = onceMigrated(statements, location.schema);
  const withConnection = <T>(pool: pg.Pool, act: (connection: pg.PoolClient) => Promise<T>) =>
    connected(pool, migrated, act);
  const query: Database['query'] = (sql, values) =>
    withConnection(statements, (connection) => connection.query(sql, [...values]));
  const withLock = (act: (connection: pg.PoolClient) => Promise<void>) =>
    withConnection(locks, (connection) => inTransaction(connection, () => act(connection)));
  return {
    query,
    exclusively: (name, act) =>
      guarded(act, (run) =>
        withLock(async (connection) => {
          await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`gateway ${name}`]);
          await run();
        }),
      ),
    ifAlone: (name, act) =>
      withLock(async (connection) => {
        const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as alone';
        const { rows } = await connection.query<{ readonly alone: boolean }>(lock, [`gateway ${name}`]);
        if (rows[0]?.alone) await act();
      }),
    isReady: () =>
      query('select 1', []).then(
        () => true,
        () => false,
      ),
    close: () => Promise.all([statements.end(), locks.end()]).then(() => {}),
  };
}

function poolOf({ url, password, schema }: DatabaseLocation, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(url, password),
    max,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: statementTimeout,
    // The server can disappear without closing the connection.
    query_timeout: statementTimeout + 1000,
    idle_in_transaction_session_timeout: lockTimeout,
    keepAlive: true,
    application_name: 'leasehold-gateway',
    ...(schema ? {} : { options: '-c default_transaction_read_only=on' }),
  });
  // Without a listener, a connection that fails while idle would end the process. The next statement fails instead.
  pool.on('error', () => {});
  return pool;
}

/** A URL without a host selects the variables of libpq. It can contain a password only as a parameter. */
export function connectionOf(url: string, password: string | undefined): { readonly connectionString: string } {
  const location = new URL(url);
  if (password !== undefined && location.host === '') location.searchParams.set('password', password);
  else if (password !== undefined) location.password = encodeURIComponent(password);
  return { connectionString: location.href };
}

/** Returns the result or the error of the action, even if the lock is lost while the action runs. */
async function guarded<T>(act: () => Promise<T>, lock: (run: () => Promise<void>) => Promise<void>): Promise<T> {
  let outcome: Promise<T> | undefined;
  const run = async () => {
    outcome = act();
    await outcome.catch(() => {});
  };
  await lock(run).catch((error) => {
    if (outcome === undefined) throw error;
  });
  return outcome as unknown as Promise<T>;
}

/** Migrates before the first statement, and again if that failed. */
function onceMigrated(pool: pg.Pool, schema: Schema | undefined): () => Promise<void> {
  let done: Promise<void> | undefined;
  const run = async () => {
    if (!schema) return;
    const connection = await pool.connect();
    try {
      await migrate(connection, schema);
      connection.release();
    } catch (error) {
      connection.release(true);
      throw error;
    }
  };
  return () => {
    done ??= run().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

async function connected<T>(
  pool: pg.Pool,
  migrated: () => Promise<void>,
  act: (connection: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let connection: pg.PoolClient | undefined;
  let failure: unknown;
  try {
    await migrated();
    connection = await pool.connect();
    return await act(connection);
  } catch (error) {
    failure = error;
    throw asUnavailable(error);
  } finally {
    // A connection whose statement failed might be broken.
    connection?.release(failure !== undefined);
  }
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const isFailure = error instanceof NewerSchemaError || isDatabaseFailure(error);
  if (!isFailure) return error;
  const code = 'code' in error ? String(error.code) : '';
  return new DatabaseUnavailable(`the database failed: ${failureText(error)}`, code);
}
