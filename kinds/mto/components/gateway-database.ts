import { scripts } from '../../../build/scripts.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import { secretVariable, variable } from '../../../kubernetes/script-container.ts';
import { backupObjects } from './backup.ts';
import { serverVariables, urlVariable } from './external-database.ts';
import { gatewayIdentity } from './gateway-access.ts';
import { type Components, modeOf } from './modes.ts';
import { databaseContainer, type Postgres, postgresPort, setupContainer } from './postgres.ts';
import type { NeededSecret } from './secrets.ts';
import type { Site } from './site.ts';

/** The database of the gateway, which several replicas require. */
export interface GatewayDatabase {
  /** The PostgreSQL of the platform, or the Secret with the connection to another database. */
  readonly server: { readonly postgres: Postgres } | { readonly external: string };
  readonly secret: NeededSecret;
  /** The cluster whose costs the gateway reads. Undefined if showback is Disabled. */
  readonly cluster: string | undefined;
}

const keys = { database: 'database-password', costs: 'costs-password', session: 'session-secret' } as const;
const database = 'gateway';
const reader = 'gateway_costs';

export interface Servers {
  readonly postgres: Postgres | undefined;
  /** The Secret with the connection to a PostgreSQL that is External. */
  readonly external: string | undefined;
}

/** The database of the gateway. Undefined if there is no PostgreSQL: sessions are then in memory. */
export function gatewayDatabaseOf(
  { showback }: Components,
  { postgres, external }: Servers,
  stored: string,
): GatewayDatabase | undefined {
  const [name, cluster] = [`${gatewayIdentity.name}-database`, modeOf(showback) === 'Disabled' ? undefined : stored];
  const secret = { name, isNamed: false, otherKeys: Object.values(keys) };
  if (postgres) return { server: { postgres }, secret: { ...secret, keys: Object.values(keys) }, cluster };
  return external === undefined
    ? undefined
    : { server: { external }, secret: { ...secret, keys: [keys.session] }, cluster };
}

/** The variables for the connections. In an External database, the gateway uses the role in the Secret. */
export function databaseEnvironment({ cluster, server, secret }: GatewayDatabase): readonly Tree[] {
  const own = 'postgres' in server ? ownConnection(server.postgres, secret) : externalConnection(server.external);
  return [
    ...own.state,
    secretVariable('LEASEHOLD_SESSION_SECRET', secret.name, keys.session),
    ...(cluster === undefined ? [] : [variable('CLUSTER_ID', cluster), ...own.costs]),
  ];
}

interface Connection {
  readonly state: readonly Tree[];
  readonly costs: readonly Tree[];
}

function externalConnection(secret: string): Connection {
  return {
    state: [urlVariable('LEASEHOLD_DATABASE_URL', secret), ...serverVariables(secret)],
    costs: [urlVariable('LEASEHOLD_COSTS_URL', secret)],
  };
}

/** Neither role can administer the server, and the role for costs can only read. */
function ownConnection(postgres: Postgres, secret: NeededSecret): Connection {
  const server = `${postgres.name}:${postgresPort}`;
  return {
    state: [
      variable('LEASEHOLD_DATABASE_URL', `postgres://${database}@${server}/${database}`),
      secretVariable('LEASEHOLD_DATABASE_PASSWORD', secret.name, keys.database),
    ],
    costs: [
      variable('LEASEHOLD_COSTS_URL', `postgres://${reader}@${server}/${postgres.database}`),
      secretVariable('LEASEHOLD_COSTS_PASSWORD', secret.name, keys.costs),
    ],
  };
}

/** The port of the database. Undefined if only a Secret contains it. */
export function databasePort({ server }: GatewayDatabase): number | undefined {
  return 'postgres' in server ? postgresPort : undefined;
}

/** Containers that create the roles and the database in the platform's PostgreSQL if they are missing. */
export function databaseContainers(site: Site, { cluster, server, secret }: GatewayDatabase): readonly Tree[] {
  if (!('postgres' in server)) return [];
  const { postgres } = server;
  const own = { database, owner: database, secret: secret.name, key: keys.database };
  const create = databaseContainer(site, postgres, own);
  return cluster === undefined ? [create] : [create, readerContainer(site, postgres, secret)];
}

function readerContainer(site: Site, postgres: Postgres, secret: NeededSecret): Tree {
  const script = scripts['mto/components/scripts/create-reader'];
  return setupContainer(site, postgres, {
    name: 'create-reader',
    script,
    env: [
      variable('DATABASE_NAME', postgres.database),
      variable('DATABASE_OWNER', postgres.owner),
      variable('READER', reader),
      secretVariable('READER_PASSWORD', secret.name, keys.costs),
    ],
  });
}

/** The backup of the database. Empty if leasehold does not render the server of the database. */
export function databaseBackup(site: Site, { server, secret }: GatewayDatabase): readonly Emit[] {
  if (!('postgres' in server)) return [];
  const own = { database, owner: database, secret: secret.name, key: keys.database };
  return backupObjects(site, { server: server.postgres.name, ...own });
}
