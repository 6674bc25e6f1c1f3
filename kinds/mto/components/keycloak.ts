import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Tree } from '../../../data/tree.ts';
import { secretVariable, variable } from '../../../kubernetes/script-container.ts';
import { backupObjects } from './backup.ts';
import type { Components } from './modes.ts';
import { resourcesOr } from './pod.ts';
import { databaseContainer, type Postgres, postgresPort } from './postgres.ts';
import { type Clients, clientVariables, realmOf } from './realm.ts';
import { consoleUrl, pathBelow, type Route, routeObjects, routeOf, urlOf } from './routes.ts';
import type { NeededSecret } from './secrets.ts';
import { componentWaves, fullName, type Site } from './site.ts';
import { workloadObjects } from './workload-objects.ts';

type Values = NonNullable<NonNullable<Components['keycloak']>['values']>;

/** Keycloak, with a database on the PostgreSQL of the platform. */
export interface Keycloak {
  readonly name: string;
  readonly values: Values;
  readonly secret: NeededSecret;
  readonly postgres: Postgres;
  readonly route: Route;
  readonly clients: Clients;
}

export const secretKeys = {
  admin: 'admin-password',
  database: 'database-password',
  argocd: 'argocd-client-secret',
  console: 'console-client-secret',
} as const;

const path = ['spec', 'components', 'keycloak'];

/** Returns undefined if Keycloak is not Managed, or after reporting an error. */
export function keycloakOf(
  components: Components,
  postgres: Postgres | undefined,
  report: Report,
): Keycloak | undefined {
  const { keycloak } = components;
  if (keycloak?.mode !== 'Managed') return undefined;
  const { values = {} } = keycloak;
  const route = routeOf(components, 'keycloak');
  if (!route)
    report('missing-field', [...path.slice(0, 2), 'ingress', 'host'], 'Keycloak requires a host that users can reach', {
      fix: 'set ingress.host or ingress.keycloak.host',
    });
  if (!postgres)
    report(
      'conflicting-fields',
      [...path, 'mode'],
      'Keycloak keeps its data in components.postgres, which is not Managed',
      { fix: 'set postgres.mode to Managed' },
    );
  if (values.realm === adminRealm)
    report('not-supported', [...path, 'values', 'realm'], "users cannot share the realm of Keycloak's administrators", {
      fix: 'use another name',
    });
  if (!route || !postgres) return undefined;
  const name = fullName('tenant-operator', 'keycloak');
  const { existingSecret, argocdURL } = values;
  const keys = Object.values(secretKeys);
  const secret = { name: existingSecret ?? name, keys, isNamed: existingSecret !== undefined };
  return { name, values, secret, postgres, route, clients: { argocd: argocdURL, console: consoleUrl(components) } };
}

/** The issuer of the tokens, as programs configure it. */
export function issuerOf({ route, values: { realm = defaultRealm } }: Keycloak): string {
  return `${urlOf(route)}/realms/${realm}`;
}

const defaultRealm = 'mto';
/** Keycloak creates this realm itself. */
const adminRealm = 'master';
const port = 8080;
const importFolder = '/opt/keycloak/data/import';
const database = 'keycloak';

/** On startup, Keycloak rebuilds itself for the database, so it writes to files of its image [sources: keycloak-1]. */
export function keycloakObjects(site: Site, keycloak: Keycloak): readonly Emit[] {
  const { clients, name, postgres, route, secret, values } = keycloak;
  const { realm = defaultRealm } = values;
  const identity = { name, app: 'keycloak', port };
  const own = { database, owner: database, secret: secret.name, key: secretKeys.database };
  return [
    ...workloadObjects(site, {
      ...identity,
      wave: componentWaves.consumers,
      image: site.settings.images.keycloak,
      user: 1000,
      args: ['start', '--import-realm'],
      env: environment(keycloak),
      trusts: ['KC_TRUSTSTORE_PATHS'],
      probes: probes(),
      resources: resourcesOr(values.resources, '250m', '1Gi'),
      scheduling: values,
      files: {
        data: { 'realm.json': `${JSON.stringify(realmOf(realm, clients), null, 2)}\n` },
        mountPath: importFolder,
      },
      scratch: [],
      before: [databaseContainer(site, postgres, own)],
      rules: [],
      // Administrators configure identity providers and mail servers in its pages.
      traffic: { from: ['users'], reaches: 'everything' },
      writesItsFiles: true,
      // Its caches are local: two pods would show stale data. A new version changes the database, so an old pod cannot use it.
      runsAlone: true,
    }),
    ...routeObjects(site, identity, route, publishedPaths(keycloak)),
    ...backupObjects(site, { server: postgres.name, ...own }),
  ];
}

/** The pages for users of the realm, or all pages if the values publish those for administrators [sources: keycloak-2]. */
function publishedPaths({ route, values }: Keycloak): readonly string[] {
  const { publishAdmin = false, realm = defaultRealm } = values;
  return publishAdmin ? [route.path] : [pathBelow(route, `realms/${realm}`), pathBelow(route, 'resources')];
}

function environment({ clients, postgres, route, secret }: Keycloak): readonly Tree[] {
  return [
    variable('KC_BOOTSTRAP_ADMIN_USERNAME', 'admin'),
    secretVariable('KC_BOOTSTRAP_ADMIN_PASSWORD', secret.name, secretKeys.admin),
    variable('KC_CACHE', 'local'),
    variable('KC_DB', 'postgres'),
    variable('KC_DB_URL', `jdbc:postgresql://${postgres.name}:${postgresPort}/${database}`),
    variable('KC_DB_USERNAME', database),
    secretVariable('KC_DB_PASSWORD', secret.name, secretKeys.database),
    variable('KC_HEALTH_ENABLED', 'true'),
    variable('KC_HOSTNAME', urlOf(route)),
    variable('KC_HTTP_ENABLED', 'true'),
    variable('KC_HTTP_MANAGEMENT_RELATIVE_PATH', '/'),
    variable('KC_HTTP_RELATIVE_PATH', route.path),
    variable('KC_PROXY_HEADERS', 'xforwarded'),
    ...(['argocd', 'console'] as const)
      .filter((one) => clients[one] !== undefined)
      .map((one) => secretVariable(clientVariables[one], secret.name, secretKeys[one])),
  ];
}

const health = (page: string) => ({ httpGet: { path: `/health/${page}`, port: 9000 } });

function probes(): Tree {
  return {
    livenessProbe: health('live'),
    readinessProbe: health('ready'),
    startupProbe: { ...health('started'), failureThreshold: 90, periodSeconds: 5 },
  };
}
