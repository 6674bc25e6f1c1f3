import { scripts } from '../../../build/scripts.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path, Tree } from '../../../data/tree.ts';
import { restricted, scriptContainer, secretVariable, variable } from '../../../kubernetes/script-container.ts';
import { backupObjects } from './backup.ts';
import type { Components } from './modes.ts';
import { resourcesOr, scriptResources } from './pod.ts';
import type { NeededSecret } from './secrets.ts';
import { componentWaves, fullName, type Site } from './site.ts';
import { reportUnsupported } from './unsupported.ts';
import { workloadObjects } from './workload-objects.ts';

export type PostgresValues = NonNullable<NonNullable<Components['postgres']>['values']>;

/** A PostgreSQL server with one database and the user that owns it. */
export interface Postgres {
  /** The name of its objects, and of its Secret unless the values specify another. The backup has a longer name. */
  readonly name: string;
  readonly values: PostgresValues;
  readonly secret: NeededSecret;
  readonly database: string;
  readonly owner: string;
  readonly adminKey: string;
  readonly ownerKey: string;
}

export const postgresPort = 5432;

export function postgresOf(release: string, values: PostgresValues): Postgres {
  const name = fullName(release, 'postgresql');
  const { auth = {} } = values;
  const adminKey = auth.secretKeys?.adminPasswordKey ?? 'postgres-password';
  const ownerKey = auth.secretKeys?.userPasswordKey ?? 'password';
  const { existingSecret } = auth;
  return {
    name,
    values,
    secret: { name: existingSecret ?? name, keys: [adminKey, ownerKey], isNamed: existingSecret !== undefined },
    database: auth.database ?? 'mto',
    owner: auth.username ?? 'mto',
    adminKey,
    ownerKey,
  };
}

/** Reports values for the chart's exporter, which leasehold does not render. */
export function checkExporter({ metrics = {} }: PostgresValues, path: Path, report: Report): void {
  const reason = 'leasehold renders no PostgreSQL exporter';
  if (metrics.enabled === true) reportUnsupported([...path, 'metrics', 'enabled'], reason, report);
  if (metrics.serviceMonitor?.enabled !== true) return;
  reportUnsupported([...path, 'metrics', 'serviceMonitor', 'enabled'], reason, report);
}

export function warnAboutBackup({ settings }: Pick<Site, 'settings'>, path: Path, report: Report): void {
  if (settings.backup) return;
  const message = 'nothing backs up PostgreSQL: no Platform sets spec.components.backup';
  report('risky-value', path, message, { fix: 'set it in the Platform, with an object store and a schedule' });
}

/** The user of the image. */
const postgresUser = 999;
const dataFolder = '/var/lib/postgresql/data';

/** The server [sources: mto-37]. The image runs the script when it creates the data directory. */
export function postgresObjects(site: Site, postgres: Postgres): readonly Emit[] {
  const { name, values, secret, ownerKey, owner, database } = postgres;
  const { persistence = {}, resources } = values.primary ?? {};
  const { size = '8Gi', storageClass = '', enabled = true } = persistence;
  const script = scripts['mto/components/scripts/create-database'];
  const objects = workloadObjects(site, {
    name,
    app: 'postgresql',
    wave: componentWaves.sources,
    image: site.settings.images.postgres,
    user: postgresUser,
    args: ['postgres', '-c', 'listen_addresses=*', '-c', `port=${postgresPort}`],
    env: environment(postgres),
    port: postgresPort,
    probes: probes(),
    resources: resourcesOr(resources, '100m', '256Mi'),
    scheduling: values,
    files: { data: { 'create-database.sh': script }, mountPath: '/docker-entrypoint-initdb.d' },
    scratch: ['/var/run/postgresql', '/tmp', ...(enabled ? [] : [dataFolder])],
    storage: enabled ? { size, storageClass, mountPath: dataFolder } : undefined,
    rules: [],
    traffic: { from: ['backup', 'dex', 'keycloak', 'leasehold-gateway', 'showback'], reaches: 'nothing' },
  });
  return [...objects, ...backupObjects(site, { server: name, database, owner, secret: secret.name, key: ownerKey })];
}

function environment({ secret, adminKey, ownerKey, owner, database }: Postgres) {
  return [
    variable('PGDATA', `${dataFolder}/pgdata`),
    secretVariable('POSTGRES_PASSWORD', secret.name, adminKey),
    variable('DATABASE_NAME', database),
    variable('DATABASE_OWNER', owner),
    secretVariable('DATABASE_PASSWORD', secret.name, ownerKey),
  ];
}

/** Probes over TCP, because the server listens on TCP only after it has created its data directory. */
function probes() {
  const isReady = {
    exec: { command: ['pg_isready', '-h', '127.0.0.1', '-p', String(postgresPort), '-U', 'postgres'] },
  };
  return {
    livenessProbe: { ...isReady, timeoutSeconds: 5 },
    readinessProbe: { ...isReady, timeoutSeconds: 5 },
    startupProbe: { ...isReady, failureThreshold: 60, periodSeconds: 5, timeoutSeconds: 5 },
  };
}

interface OwnDatabase {
  readonly database: string;
  readonly owner: string;
  /** The Secret with the password of the owner. */
  readonly secret: string;
  readonly key: string;
}

/** A container that creates a database and its owner if they are missing. */
export function databaseContainer(site: Site, postgres: Postgres, { database, owner, secret, key }: OwnDatabase): Tree {
  const env = [
    variable('DATABASE_NAME', database),
    variable('DATABASE_OWNER', owner),
    secretVariable('DATABASE_PASSWORD', secret, key),
  ];
  const script = scripts['mto/components/scripts/create-database'];
  return setupContainer(site, postgres, { name: 'create-database', script, env });
}

interface Setup {
  readonly name: string;
  readonly script: string;
  readonly env: readonly Tree[];
}

/** A container that administers the server before a program starts. */
export function setupContainer({ settings }: Site, postgres: Postgres, { name, script, env }: Setup): Tree {
  const server = [
    variable('PGHOST', postgres.name),
    variable('PGPORT', String(postgresPort)),
    secretVariable('PGPASSWORD', postgres.secret.name, postgres.adminKey),
  ];
  const image = settings.images.postgres;
  return {
    ...scriptContainer(name, { image, shell: '/bin/sh', script, env: [...server, ...env] }),
    resources: scriptResources,
    securityContext: { ...restricted.container, readOnlyRootFilesystem: false },
  };
}

/** How a program in the namespace connects: a URL without the password, and the password from the Secret. */
export function connectionVariables({ name, owner, database, secret, ownerKey }: Postgres) {
  return [
    variable('POSTGRES_CONNECTION_STRING', `postgres://${owner}@${name}:${postgresPort}/${database}`),
    secretVariable('PGPASSWORD', secret.name, ownerKey),
  ];
}
