/** With this string, the library reads the other variables of libpq too, such as PGUSER and PGSSLMODE. */
const fromVariables = 'postgresql:///';

/**
 * The connection string in a variable of the environment, or one for the variables of libpq if PGHOST is set. Undefined
 * without both.
 */
export function connectionString(at: (name: string) => string | undefined, variable: string): string | undefined {
  return at(variable) || (at('PGHOST') ? fromVariables : undefined);
}
