import type { Config } from '../build/gateway-contract.ts';
import { gatewayValidators } from '../build/gateway-validators.js';
import { connectionString } from '../database/connection-string.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { schemaMessages } from './response/schema-errors.ts';

/** Secrets and connections from the environment. */
export interface Secrets {
  /** LEASEHOLD_OIDC_SECRET */
  readonly oidc: string | undefined;
  /** LEASEHOLD_GIT_TOKEN: for git, and for the API of the forge. */
  readonly git: string | undefined;
  /** Where sessions and changes are stored; if undefined, the memory of this process and, for changes, the file `state`. */
  readonly database?: StateDatabase | undefined;
  /** Where the jobs of showback store costs; if undefined, the gateway reads the recording in the repository. */
  readonly costs?: CostDatabase | undefined;
}

export interface CostDatabase {
  /** LEASEHOLD_COSTS_URL: `postgres://user@host:5432/database`, or the variables of libpq */
  readonly url: string;
  /** LEASEHOLD_COSTS_PASSWORD */
  readonly password: string | undefined;
  /** CLUSTER_ID, as in the jobs. */
  readonly cluster: string;
}

export interface StateDatabase {
  /** LEASEHOLD_DATABASE_URL: `postgres://user@host:5432/database`, or the variables of libpq */
  readonly url: string;
  /** LEASEHOLD_DATABASE_PASSWORD */
  readonly password: string | undefined;
  /** LEASEHOLD_SESSION_SECRET: the keys of all replicas are derived from it. */
  readonly sessionSecret: string;
}

export type SecretsResult =
  | { readonly ok: true; readonly secrets: Secrets }
  | { readonly ok: false; readonly message: string };

/** The minimum number of characters of the secret from which keys are derived. */
const minSecret = 32;

/** Reads the secrets. Error messages never contain one. */
export function readSecrets(environment: Readonly<Record<string, string | undefined>>): SecretsResult {
  const at = (name: string) => environment[name] || undefined;
  const sessionSecret = at('LEASEHOLD_SESSION_SECRET') ?? '';
  // Without the secret, PGHOST is ignored, because it might be meant for another program.
  const url = sessionSecret === '' ? at('LEASEHOLD_DATABASE_URL') : connectionString(at, 'LEASEHOLD_DATABASE_URL');
  const costs =
    at('CLUSTER_ID') === undefined ? at('LEASEHOLD_COSTS_URL') : connectionString(at, 'LEASEHOLD_COSTS_URL');
  for (const [name, value] of Object.entries({ LEASEHOLD_DATABASE_URL: url, LEASEHOLD_COSTS_URL: costs }))
    if (value !== undefined && !isDatabaseUrl(value))
      return { ok: false, message: `${name} must be a URL such as postgres://user@host:5432/database` };
  const own = {
    ...{ oidc: at('LEASEHOLD_OIDC_SECRET'), git: at('LEASEHOLD_GIT_TOKEN') },
    costs: costs === undefined ? undefined : costsAt(costs, environment),
  };
  if (url === undefined && sessionSecret !== '')
    return { ok: false, message: 'LEASEHOLD_SESSION_SECRET requires a database; set LEASEHOLD_DATABASE_URL or PGHOST' };
  if (url === undefined) return { ok: true, secrets: own };
  if (sessionSecret.length < minSecret)
    return {
      ok: false,
      message: `with a database, LEASEHOLD_SESSION_SECRET must have at least ${minSecret} characters`,
    };
  const database = { url, password: at('LEASEHOLD_DATABASE_PASSWORD'), sessionSecret };
  return { ok: true, secrets: { ...own, database } };
}

function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text);
}

function costsAt(url: string, environment: Readonly<Record<string, string | undefined>>): CostDatabase {
  const { LEASEHOLD_COSTS_PASSWORD: password, CLUSTER_ID: cluster } = environment;
  return { url, password: password || undefined, cluster: cluster || 'default' };
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly message: string };

/** Reads the text of a configuration file. */
export function readConfig(text: string): ConfigResult {
  const yaml = readYaml(text);
  if (!yaml.ok) return { ok: false, message: `line ${yaml.line}: ${yaml.message}` };
  const [body] = yaml.bodies;
  const validate = gatewayValidators.Config;
  if (!validate(body)) return { ok: false, message: schemaMessages(validate.errors ?? [], 'the file').join('; ') };
  const message = problemIn(body as Config);
  return message === undefined ? { ok: true, config: body as Config } : { ok: false, message };
}

/**
 * A problem that the schema does not detect: a missing field of the forge, or a public URL or an issuer without HTTPS.
 * Session cookies and tokens require HTTPS, except on the same machine and in the cluster.
 */
function problemIn({ publicUrl, oidc, forge }: Config): string | undefined {
  if (forge && forge.kind !== 'github' && forge.apiUrl === undefined)
    return `forge.apiUrl is missing, and forge.kind ${forge.kind} has no default`;
  if (forge && forge.project === undefined) return 'forge.project is missing';
  for (const [field, url] of [
    ['publicUrl', publicUrl],
    ['oidc.issuer', oidc.issuer],
  ] as const) {
    const { protocol, hostname } = new URL(url);
    const isLocal =
      ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.svc') || hostname.includes('.svc.');
    if (protocol === 'http:' && !isLocal) return `${field} must start with https://`;
  }
  return undefined;
}
