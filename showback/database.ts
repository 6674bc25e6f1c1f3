import pg from 'pg';
import { failureText, isDatabaseFailure } from '../database/failure.ts';
import { NewerSchemaError } from '../database/migrate.ts';
import { SourceError } from './source.ts';

/** One connection to PostgreSQL. A job needs only one, and the connection holds the locks of the job. */
export type Connection = pg.Client;

export interface DatabaseOptions {
  readonly connectionString: string;
  /** In milliseconds. */
  readonly connectTimeout: number;
  readonly statementTimeout: number;
}

/** A database that cannot be used. The message is user-facing and never contains the password. */
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
    throw asDatabaseError(error);
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

function asDatabaseError(error: unknown): unknown {
  if (error instanceof NewerSchemaError) return new DatabaseError(error.message);
  const isOwn = error instanceof SourceError;
  return !isOwn && isDatabaseFailure(error) ? new DatabaseError(messageOf(error)) : error;
}

const undefinedTable = '42P01';

function messageOf(error: Error): string {
  if ('code' in error && error.code === undefinedTable)
    return 'the database contains no costs yet; run leasehold collect to store them';
  return `the database failed: ${failureText(error)}`;
}
