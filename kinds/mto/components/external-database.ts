import type { Tree } from '../../../data/tree.ts';
import { optionalVariable } from '../../../kubernetes/script-container.ts';

/** The keys that MTO documents for a database without a URL, and the variables of libpq. */
const serverKeys = {
  PGHOST: 'host',
  PGPORT: 'port',
  PGUSER: 'username',
  PGPASSWORD: 'password',
  PGDATABASE: 'database',
  PGSSLMODE: 'sslmode',
} as const;

/** The URL of an External database. It takes precedence over the other keys of the Secret. */
export function urlVariable(name: string, secret: string): Tree {
  return optionalVariable(name, secret, 'dsn');
}

/** Programs read these variables if the Secret contains no URL. */
export function serverVariables(secret: string): readonly Tree[] {
  return Object.entries(serverKeys).map(([name, key]) => optionalVariable(name, secret, key));
}
