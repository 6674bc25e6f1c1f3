import { scripts } from '../../../build/scripts.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Tree } from '../../../data/tree.ts';
import { secretVariable, variable } from '../../../kubernetes/script-container.ts';
import { backupObjects } from './backup.ts';
import { gatewayIdentity } from './gateway-access.ts';
import type { Components } from './modes.ts';
import { databaseContainer, type Postgres, postgresPort, setupContainer } from './postgres.ts';
import type { NeededSecret } from './secrets.ts';
import type { Site } from './site.ts';

/** The database of the gateway on the PostgreSQL of the platform, so that it can run more than once. */
export interface GatewayDatabase {
  readonly postgres: Postgres;
  readonly secret: NeededSecret;
  /** The cluster for which jobs store costs in the PostgreSQL; undefined without jobs. */
  readonly cluster: string | undefined;
}

const keys = { database: 'database-password', costs: 'costs-password', session: 'session-secret' } as const;
const database = 'gateway';
const reader = 'gateway_costs';

/** Undefined without a PostgreSQL that is Managed: sessions are then in memory. */
export function gatewayDatabaseOf(
  { showback = false }: Components,
  postgres: Postgres | undefined,
  cluster: string,
): GatewayDatabase | undefined {
  if (!postgres) return undefined;
  const secret = { name: `${gatewayIdentity.name}-database`, keys: Object.values(keys), isNamed: false };
  return { postgres, secret, cluster: showback ? cluster : undefined };
}

/** How the gateway connects. Neither role can administer the server, and that for costs can only read. */
export function databaseEnvironment({ cluster, postgres, secret }: GatewayDatabase): readonly Tree[] {
  const server = `${postgres.name}:${postgresPort}`;
  const costs = (id: string) => [
    variable('CLUSTER_ID', id),
    variable('LEASEHOLD_COSTS_URL', `postgres://${reader}@${server}/${postgres.database}`),
    secretVariable('LEASEHOLD_COSTS_PASSWORD', secret.name, keys.costs),
  ];
  return [
    variable('LEASEHOLD_DATABASE_URL', `postgres://${database}@${server}/${database}`),
    secretVariable('LEASEHOLD_DATABASE_PASSWORD', secret.name, keys.database),
    secretVariable('LEASEHOLD_SESSION_SECRET', secret.name, keys.session),
    ...(cluster === undefined ? [] : costs(cluster)),
  ];
}

/** Containers that create the roles and the database if they are missing. */
export function databaseContainers(site: Site, { cluster, postgres, secret }: GatewayDatabase): readonly Tree[] {
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

export function databaseBackup(site: Site, { postgres, secret }: GatewayDatabase): readonly Emit[] {
  const own = { database, owner: database, secret: secret.name, key: keys.database };
  return backupObjects(site, { server: postgres.name, ...own });
}
