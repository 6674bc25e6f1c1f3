import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { ConsoleSettings } from '../../../core/settings/components.ts';
import { warnAboutImage } from '../../../core/settings/leasehold-image.ts';
import type { Tree } from '../../../data/tree.ts';
import { secretVariable, variable } from '../../../kubernetes/script-container.ts';
import { printYaml } from '../../../yaml/print-yaml.ts';
import { heapLimit } from '../../finops/cost-job/render.ts';
import type { Dex } from './dex.ts';
import { type Application, followedApplication, gatewayIdentity, gatewayPods, liveRules } from './gateway-access.ts';
import { checkGateway, gatewayRoute, type LoginRoute, reportSettings } from './gateway-checks.ts';
import {
  databaseBackup,
  databaseContainers,
  databaseEnvironment,
  databasePort,
  type GatewayDatabase,
  gatewayDatabaseOf,
} from './gateway-database.ts';
import { type Login, loginOf } from './gateway-login.ts';
import type { Keycloak } from './keycloak.ts';
import { serviceMonitor } from './kube-state-metrics.ts';
import { type Components, gatewayMode } from './modes.ts';
import { apiServerPorts, portOfUrl, tlsPorts } from './network.ts';
import { pageProbes, resourcesOr } from './pod.ts';
import type { Postgres } from './postgres.ts';
import { type Route, routeObjects, urlOf } from './routes.ts';
import type { NeededSecret } from './secrets.ts';
import { componentWaves, metaOf, type Site, selectorOf } from './site.ts';
import { reviewRule, tenantsApiObjects, tenantsApiPort } from './tenants-api.ts';
import { workloadObjects } from './workload-objects.ts';

type Values = NonNullable<NonNullable<Components['gateway']>['values']>;

/** The program that serves the console and its API. */
export interface Gateway {
  readonly values: Values;
  readonly settings: ConsoleSettings;
  readonly route: Route;
  readonly login: Login;
  readonly secret: NeededSecret;
  readonly database: GatewayDatabase | undefined;
  /** The Application whose syncs the gateway follows. */
  readonly argocd: Application | undefined;
}

export const gatewayPort = 8080;

interface Context {
  readonly site: Site;
  readonly dex: Dex | undefined;
  readonly keycloak: Keycloak | undefined;
  readonly postgres: Postgres | undefined;
  /** The Secret with the connection to a PostgreSQL that is External. */
  readonly external: string | undefined;
  readonly world: Pick<World, 'settings'>;
  /** The namespace of Argo CD. */
  readonly argocd: string | undefined;
}

/** Returns undefined if the gateway is not Managed, or after reporting why leasehold does not render it. */
export function gatewayOf(
  components: Components,
  { argocd, dex, external, keycloak, postgres, site, world }: Context,
  report: Report,
): Gateway | undefined {
  checkGateway(components, report);
  const { console: settings } = site.settings;
  if (gatewayMode(components) !== 'Managed') return undefined;
  if (!settings) return void reportSettings(components, report);
  const field = components.gateway ? 'gateway' : 'console';
  warnAboutImage(site.settings.images.leasehold, ['spec', 'components', field], report);
  const { name } = gatewayIdentity;
  const { values = {} } = components.gateway ?? {};
  const own = values.existingSecret ?? name;
  const route = gatewayRoute(components, providerOf(dex, keycloak), report);
  const login = loginOf(components, { dex, keycloak, own, settings }, report);
  if (!route || !login) return undefined;
  const keys = [gitKey, ...(login.secret === own ? [login.key] : [])];
  const secret = { name: own, keys, isNamed: values.existingSecret !== undefined, isIssued: true };
  const database = gatewayDatabaseOf(components, { postgres, external }, world.settings.showback.cluster);
  return { values, settings, route, login, secret, database, argocd: followedApplication(settings, argocd) };
}

function providerOf(dex: Dex | undefined, keycloak: Keycloak | undefined): LoginRoute | undefined {
  if (keycloak) return { part: 'keycloak', title: 'Keycloak', route: keycloak.route, hasIssuer: false };
  return dex && { part: 'dex', title: 'Dex', route: dex.route, hasIssuer: dex.parts.config !== undefined };
}

const gitKey = 'git-token';
const configFolder = '/etc/leasehold';
const stateFolder = '/var/lib/leasehold';

/**
 * The gateway: a single pod if sessions are in memory, and two pods with a database. It starts after Keycloak or Dex, which log
 * users in.
 */
export function gatewayObjects(site: Site, gateway: Gateway): readonly Emit[] {
  const { database, route, settings, values } = gateway;
  const { live: isLive = false, tenantsApi: hasTenantsApi = false } = settings;
  const identity = { ...gatewayIdentity, port: gatewayPort };
  const { size = '1Gi', storageClass = '' } = values.persistence ?? {};
  const resources = resourcesOr(values.resources, '100m', '1Gi');
  const config = `${printYaml(configOf(gateway), 0).trimStart()}\n`;
  const { livenessProbe, readinessProbe } = pageProbes('/healthz', '/readyz');
  const { startupProbe } = pageProbes('/healthz', '/healthz');
  return [
    ...workloadObjects(site, {
      ...identity,
      wave: componentWaves.jobs,
      image: site.settings.images.leasehold,
      user: 65_532,
      args: ['gateway', '--config', `${configFolder}/gateway.yaml`],
      env: environment(gateway, resources),
      probes: { livenessProbe, readinessProbe, startupProbe },
      resources,
      replicas: database ? 2 : 1,
      before: database ? databaseContainers(site, database) : [],
      scheduling: values,
      files: { data: { 'gateway.yaml': config }, mountPath: configFolder },
      scratch: ['/tmp'],
      storage: { size, storageClass, mountPath: stateFolder },
      morePorts: hasTenantsApi ? [tenantsApiPort] : [],
      rules: [...(isLive ? liveRules : []), ...(hasTenantsApi ? [reviewRule] : [])],
      hasToken: usesCluster(gateway),
      trusts: ['NODE_EXTRA_CA_CERTS', 'GIT_SSL_CAINFO'],
      traffic: { from: ['monitoring', 'prometheus', 'users'], reaches: portsOf(gateway) },
    }),
    podsService(site),
    ...routeObjects(site, identity, route),
    ...(database ? databaseBackup(site, database) : []),
    ...(hasTenantsApi ? tenantsApiObjects(site) : []),
    ...(site.settings.prometheusOperator ? [serviceMonitor(site, identity)] : []),
  ];
}

/** Prometheus finds the pods by the name of this Service. A ServiceMonitor selects only ports with the name main. */
function podsService({ namespace }: Site): Emit {
  const view = metaOf(gatewayIdentity, namespace, gatewayPods);
  const ports = [{ name: 'metrics', port: gatewayPort, protocol: 'TCP', targetPort: 'main' }];
  return emit('service', { ...view, spec: { clusterIP: 'None', ports, selector: selectorOf(gatewayIdentity) } });
}

/** The configuration file of `leasehold gateway`. */
function configOf({ argocd, login, route, settings }: Gateway): Tree {
  const { forge, live, oidc, repository, roles, tenantsApi } = settings;
  return {
    argocd,
    forge,
    // The Ingress, Gateway or Route in front of it sets the address of the client in a header.
    listen: { port: gatewayPort, proxies: 1 },
    live,
    oidc: { ...oidc, clientId: login.clientId, issuer: login.issuer, scopes: login.scopes },
    publicUrl: urlOf(route),
    // The clone contains commits that are not pushed to the forge yet, so it must be on the volume.
    repository: { ...repository, clone: `${stateFolder}/clone` },
    roles,
    state: `${stateFolder}/changes.json`,
    tenantsApi: tenantsApi ? { port: tenantsApiPort } : undefined,
  };
}

function environment({ database, login, secret }: Gateway, resources: Tree): readonly Tree[] {
  return [
    variable('HOME', '/tmp'),
    secretVariable('LEASEHOLD_GIT_TOKEN', secret.name, gitKey),
    secretVariable('LEASEHOLD_OIDC_SECRET', login.secret, login.key),
    ...(database ? databaseEnvironment(database) : []),
    ...heapLimit(resources),
  ];
}

function usesCluster({ argocd, settings }: Gateway): boolean {
  return argocd !== undefined || settings.live === true || settings.tenantsApi === true;
}

function portsOf(gateway: Gateway): readonly number[] | 'everything' {
  const { login, settings } = gateway;
  const urls = [settings.repository.url, settings.forge?.apiUrl ?? 'https://api.github.com', login.issuer];
  const port = gateway.database && databasePort(gateway.database);
  if (gateway.database && port === undefined) return 'everything';
  const database = port === undefined ? [] : [port];
  return [...tlsPorts, ...urls.map(portOfUrl), ...database, ...(usesCluster(gateway) ? apiServerPorts : [])];
}
