import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { filesOf } from '../dex-server/config-value.ts';
import { type DexParts, dexConfiguration, dexResources, type OwnClient } from '../dex-server/configuration.ts';
import { databaseKey, usesPlatform } from '../dex-server/storage.ts';
import { rendersGateway } from './gateway-access.ts';
import type { Components } from './modes.ts';
import { type Postgres, postgresPort } from './postgres.ts';
import { commandLine } from './realm.ts';
import { consoleUrl, type Route, routeOf, urlOf } from './routes.ts';
import type { NeededSecret } from './secrets.ts';
import { fullName } from './site.ts';

type Values = NonNullable<NonNullable<Components['dex']>['values']>;

/** Dex, with the resources that configure it. */
export interface Dex {
  readonly name: string;
  readonly values: Values;
  readonly route: Route;
  readonly parts: DexParts;
  /** The Secret of the database and of the platform's own clients. Undefined if there are none. */
  readonly secret: NeededSecret | undefined;
  /** The Secrets that resources refer to and users create. */
  readonly namedSecrets: readonly NeededSecret[];
  /** The PostgreSQL with its database. */
  readonly postgres: Postgres | undefined;
}

export const dexClientKeys = { argocd: 'argocd-client-secret', console: 'console-client-secret' } as const;
const ownKeys = [databaseKey, ...Object.values(dexClientKeys)];

const path = ['spec', 'components', 'dex'];

/** Returns undefined if Dex is not Managed, or after reporting a missing host or database. */
export function dexOf(
  components: Components,
  { postgres, world }: { readonly postgres: Postgres | undefined; readonly world: World },
  report: Report,
): Dex | undefined {
  const { dex, keycloak } = components;
  if (dex?.mode !== 'Managed') return undefined;
  if (keycloak?.mode === 'Managed')
    report(
      'conflicting-fields',
      [...path, 'mode'],
      'Dex and Keycloak are both Managed, but the console has a single issuer',
      {
        fix: 'set one of them to Disabled',
      },
    );
  const resources = dexResources(world);
  checkUsers(resources, report);
  const isInPostgres = usesPlatform(resources.config, postgres !== undefined);
  const route = routeOf(components, 'dex') ?? routeOfIssuer(resources.config?.body.spec.issuer);
  if (!route) reportMissingHost(rendersGateway(components, { settings: world.settings.components }), report);
  if (isInPostgres && !postgres) reportMissingPostgres(report);
  if (!route || (isInPostgres && !postgres)) return undefined;
  return partsOf(components, { resources, route, postgres: isInPostgres ? postgres : undefined });
}

function checkUsers({ config, connectors, users }: ReturnType<typeof dexResources>, report: Report): void {
  if (connectors.length > 0 || users.length > 0 || config?.body.spec.enablePasswordDB !== undefined) return;
  const message = 'nobody can log in: no file defines an enabled Connector or LocalUser';
  report('risky-value', path, message, {
    fix: 'add a Connector or LocalUser of auth.stakater.com/v1alpha1, or enable an existing one',
  });
}

/**
 * On OpenShift, MTO's operator determines the host itself, so files that were written for it might not set one. The gateway logs
 * users in with Dex, so leasehold does not render it either.
 */
function reportMissingHost(hasGateway: boolean, report: Report): void {
  const what = hasGateway ? 'dex and the console have no effect: dex' : 'dex has no effect: it';
  const fix =
    'set components.ingress.host or components.ingress.dex.host, or write a DexConfig whose issuer is an https URL without a port';
  report('ignored-field', path, `${what} requires a host that users can reach`, { fix });
}

/** The host and the path of the issuer of a DexConfig. Undefined unless it is an https URL without a port. */
function routeOfIssuer(issuer: string | undefined): Route | undefined {
  const [, host, page] = /^https:\/\/([a-z0-9.-]+)(\/.*?)?\/?$/.exec(issuer ?? '') ?? [];
  if (host === undefined) return undefined;
  return { host, path: page ?? '/', longerPaths: [], tlsSecret: undefined, ingressClass: undefined };
}

function reportMissingPostgres(report: Report): void {
  const message = 'Dex keeps its data in components.postgres, which is not Managed';
  const fix = 'set postgres.mode to Managed, or set storage.configSecretRef or another storage.type in the DexConfig';
  report('conflicting-fields', [...path, 'mode'], message, { fix });
}

interface Chosen {
  readonly resources: ReturnType<typeof dexResources>;
  readonly route: Route;
  readonly postgres: Postgres | undefined;
}

function partsOf(components: Components, { resources, route, postgres }: Chosen): Dex {
  const { values = {} } = components.dex ?? {};
  const name = fullName('tenant-operator', 'dex');
  const secret = values.existingSecret ?? name;
  const ownClients = ownClientsOf(components, secret);
  const database = postgres && { host: postgres.name, port: postgresPort, secret };
  const parts = { ...resources, issuer: urlOf(route), database, ownClients };
  const files = filesOf(dexConfiguration(parts));
  const keysOf = (one: string) => files.filter((file) => file.secret === one && !file.isOptional).map(({ key }) => key);
  const needed = (one: string, isNamed: boolean): NeededSecret => ({ name: one, keys: keysOf(one), isNamed });
  const named = [...new Set(files.map((file) => file.secret))].filter((one) => one !== secret);
  return {
    name,
    values,
    route,
    parts,
    postgres,
    secret:
      keysOf(secret).length === 0
        ? undefined
        : { ...needed(secret, values.existingSecret !== undefined), otherKeys: ownKeys },
    namedSecrets: named.map((one) => needed(one, true)),
  };
}

/** The identifiers of the clients that leasehold renders. */
export function ownClientIds(components: Components): readonly string[] {
  return ownClientsOf(components, '').map(({ id }) => id);
}

const commandLineClient: OwnClient = {
  id: commandLine.id,
  name: 'Argo CD on the command line',
  redirectURIs: [commandLine.redirect],
};

function ownClientsOf(components: Components, secret: string): readonly OwnClient[] {
  const urls = { argocd: components.dex?.values?.argocdURL, console: consoleUrl(components) };
  const names = { argocd: 'Argo CD', console: 'Console' };
  return (['argocd', 'console'] as const).flatMap((id) => {
    const url = urls[id]?.replace(/\/$/, '');
    if (url === undefined) return [];
    const own = { id, name: names[id], redirectURIs: [`${url}/auth/callback`] };
    return [{ ...own, secret: { secret, key: dexClientKeys[id] } }, ...(id === 'argocd' ? [commandLineClient] : [])];
  });
}
