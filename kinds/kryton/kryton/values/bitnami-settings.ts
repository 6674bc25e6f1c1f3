import { valueAt } from '../../../../data/tree.ts';
import type { KrytonValues } from './values.ts';

/** A setting that Bitnami's image reads from a variable. */
interface Setting {
  /** The path below spec.values.postgresql. */
  readonly path: string;
  readonly variable: string;
  /** The parameter of PostgreSQL with the same effect in other images. */
  readonly parameter?: string;
  /** The default of the sub-chart. */
  readonly usual: string;
}

const settings: readonly Setting[] = [
  setting('audit.logConnections', 'POSTGRESQL_LOG_CONNECTIONS', 'false', 'log_connections'),
  setting('audit.logDisconnections', 'POSTGRESQL_LOG_DISCONNECTIONS', 'false', 'log_disconnections'),
  setting('audit.logHostname', 'POSTGRESQL_LOG_HOSTNAME', 'false', 'log_hostname'),
  setting('audit.clientMinMessages', 'POSTGRESQL_CLIENT_MIN_MESSAGES', 'error', 'client_min_messages'),
  setting('audit.logLinePrefix', 'POSTGRESQL_LOG_LINE_PREFIX', '', 'log_line_prefix'),
  setting('audit.logTimezone', 'POSTGRESQL_LOG_TIMEZONE', '', 'log_timezone'),
  setting('audit.pgAuditLog', 'POSTGRESQL_PGAUDIT_LOG', ''),
  setting('audit.pgAuditLogCatalog', 'POSTGRESQL_PGAUDIT_LOG_CATALOG', 'off'),
  setting(
    'postgresqlSharedPreloadLibraries',
    'POSTGRESQL_SHARED_PRELOAD_LIBRARIES',
    'pgaudit',
    'shared_preload_libraries',
  ),
  setting('image.debug', 'BITNAMI_DEBUG', 'false'),
  setting('primary.initdb.user', 'POSTGRES_INITSCRIPTS_USERNAME', ''),
];

function setting(path: string, variable: string, usual: string, parameter?: string): Setting {
  return { path, variable, usual, ...(parameter === undefined ? {} : { parameter }) };
}

/** Whether the image is one of Bitnami's, by the same rule as in the sub-chart. */
export function isBitnami({ postgresql }: KrytonValues): boolean {
  return postgresql.image.repository.includes('bitnami/');
}

/** The settings that differ from the sub-chart's defaults. */
export function bitnamiSettings({ postgresql }: KrytonValues): readonly (Setting & { readonly value: string })[] {
  const given = settings.map((one) => ({ ...one, value: String(valueAt(postgresql, ...one.path.split('.')) ?? '') }));
  return given.filter(({ usual, value }) => value !== usual);
}
