/** Selects the variables of libpq, which the client library reads, such as PGHOST, PGUSER and PGSSLMODE. */
const fromVariables = 'postgresql:///';

/**
 * The connection string in an environment variable. If the variable is not set but PGHOST is, a string that selects the
 * variables of libpq. Undefined if neither is set.
 */
export function connectionString(at: (name: string) => string | undefined, variable: string): string | undefined {
  return at(variable) || (at('PGHOST') ? fromVariables : undefined);
}
