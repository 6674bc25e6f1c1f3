import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { type ConfigValue, type SecretFile, secretText } from './config-value.ts';
import { connectorValue } from './connector-config.ts';
import { enabledUsers, portsOf } from './dex-config.ts';
import { userValue } from './local-users.ts';
import { type DexConfig, type PlatformDatabase, storageValue } from './storage.ts';

/** A client of the platform itself, with its secret in the Secret of Dex. It is public without a secret. */
export interface OwnClient {
  readonly id: string;
  readonly name: string;
  readonly redirectURIs: readonly string[];
  readonly secret?: SecretFile;
}

export interface DexParts {
  readonly issuer: string;
  readonly config: DexConfig | undefined;
  readonly database: PlatformDatabase | undefined;
  readonly connectors: readonly Resource<'mto-connector'>[];
  readonly clients: readonly Resource<'mto-client'>[];
  readonly users: readonly Resource<'mto-local-user'>[];
  readonly ownClients: readonly OwnClient[];
}

/** The DexConfig, and the enabled Connectors, Clients and LocalUsers, sorted by identifier. */
export function dexResources(world: World): Pick<DexParts, 'config' | 'connectors' | 'clients' | 'users'> {
  const isEnabled = ({ body }: { readonly body: { readonly spec: { readonly enabled?: boolean } } }) =>
    body.spec.enabled !== false;
  const order = (one: string, other: string) => (one < other ? -1 : 1);
  return {
    config: world.all('mto-dex-config')[0],
    connectors: world
      .all('mto-connector')
      .filter(isEnabled)
      .sort((a, b) => order(a.body.spec.id, b.body.spec.id)),
    clients: world
      .all('mto-client')
      .filter(isEnabled)
      .sort((a, b) => order(a.body.spec.id, b.body.spec.id)),
    users: [...enabledUsers(world)].sort((a, b) => order(a.body.spec.userID, b.body.spec.userID)),
  };
}

/** The complete configuration of Dex [sources: dex-1]. */
export function dexConfiguration(parts: DexParts): ConfigValue {
  const { clients, config, connectors, database, issuer, ownClients, users } = parts;
  const { expiry, frontend, logger, oauth2, enablePasswordDB, telemetry = {}, web = {} } = config?.body.spec ?? {};
  const { telemetryPort, webPort } = portsOf({ telemetry, web });
  return {
    issuer,
    storage: storageValue(config, database),
    web: { http: `0.0.0.0:${webPort}`, allowedOrigins: web.allowedOrigins },
    telemetry: { http: `0.0.0.0:${telemetryPort}` },
    oauth2,
    expiry,
    logger,
    frontend,
    connectors: connectors.map(connectorValue),
    staticClients: [...ownClients.map(ownClientValue), ...clients.map(clientValue)],
    // Without a Connector, Dex starts only with the password database.
    enablePasswordDB: enablePasswordDB ?? (users.length > 0 || connectors.length === 0),
    staticPasswords: users.map(userValue),
  };
}

function ownClientValue({ secret, ...client }: OwnClient): ConfigValue {
  return { ...client, ...(secret === undefined ? { public: true } : { secret: secretText(secret) }) };
}

function clientValue({ body }: Resource<'mto-client'>): ConfigValue {
  const { id, logoURL, name, public: isPublic, redirectURIs, secretRef, trustedPeers } = body.spec;
  const { key = 'secret', name: secret = '' } = secretRef ?? {};
  return {
    id,
    name,
    redirectURIs,
    logoURL,
    trustedPeers,
    public: isPublic,
    secret: isPublic ? undefined : secretText({ secret, key }),
  };
}
