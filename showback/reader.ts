import type { QueryResultRow } from 'pg';

/** A connection, or a pool of connections. */
export interface Reader {
  readonly query: <R extends QueryResultRow>(sql: string, values: unknown[]) => Promise<{ readonly rows: R[] }>;
}
