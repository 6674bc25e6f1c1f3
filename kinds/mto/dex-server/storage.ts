import type { Resource } from '../../../core/kind/resource.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type ConfigValue, Insert, quotedPath, secretText } from './config-value.ts';
import { eitherText } from './local-users.ts';

export type DexConfig = Resource<'mto-dex-config'>;

/** The database of Dex in the PostgreSQL of the platform. */
export interface PlatformDatabase {
  readonly host: string;
  readonly port: number;
  /** The Secret of Dex, with the key database-password. */
  readonly secret: string;
}

export const databaseName = 'dex';
export const databaseKey = 'database-password';

/** Whether Dex keeps its data in the PostgreSQL of the platform, which is the default if there is one. */
export function usesPlatform(config: DexConfig | undefined, hasPostgres: boolean): boolean {
  const { storage } = config?.body.spec ?? {};
  if (!storage) return hasPostgres;
  return storage.type === 'postgres' && storage.config === undefined && storage.configSecretRef === undefined;
}

/** The storage as Dex reads it. */
export function storageValue(config: DexConfig | undefined, database: PlatformDatabase | undefined): ConfigValue {
  const { type = 'kubernetes', config: inline, configSecretRef } = config?.body.spec.storage ?? {};
  if (database) return { type: 'postgres', config: platformStorage(database) };
  if (type === 'kubernetes') return { type, config: { inCluster: true, crdHandling: 'check' } };
  if (type === 'memory') return { type, config: {} };
  const isMySql = type === 'mysql';
  return {
    type,
    config: configSecretRef
      ? secretStorage(configSecretRef.name, isMySql ? 'MYSQL' : 'POSTGRESQL')
      : ((inline ?? {}) as ConfigValue),
  };
}

function platformStorage({ host, port, secret }: PlatformDatabase): ConfigValue {
  const password = secretText({ secret, key: databaseKey });
  return { host, port, database: databaseName, user: databaseName, password, ssl: { mode: 'disable' } };
}

/** The operator's reference and its guides use different keys for the host and for TLS [sources: dex-3]. */
function secretStorage(secret: string, prefix: string): ConfigValue {
  const file = (key: string, isOptional = false) => ({ secret, key: `${prefix}_${key}`, isOptional });
  const port = file('PORT');
  return {
    host: eitherText(file('SERVICE', true), file('HOST', true)),
    port: new Insert(`{{ file.Read ${quotedPath(port)} | conv.ToInt }}`, [port]),
    database: secretText(file('DATABASE')),
    user: secretText(file('USER')),
    password: secretText(file('PASSWORD')),
    ssl: { mode: eitherText(file('SSL', true), file('SSL_MODE', true)) },
  };
}

const path = ['spec', 'storage'];

/** Reports storage that Dex cannot use or that a restart erases, passwords in Git, and settings without effect. */
export function checkStorage({ body }: DexConfig, report: Report): void {
  const { config = {}, configSecretRef, type = 'kubernetes' } = body.spec.storage ?? {};
  if (type === 'sqlite3') {
    const message = 'sqlite3 needs a volume, and the pod of Dex has none';
    report('not-supported', [...path, 'type'], message, { choices: ['kubernetes', 'postgres', 'mysql', 'memory'] });
  }
  if (type === 'memory') {
    const message = 'with storage in memory, a restart of Dex logs all users out and changes its signing keys';
    const fix =
      'set it to kubernetes, or to postgres if components.postgres is Managed or configSecretRef names a database';
    report('risky-value', [...path, 'type'], message, { fix });
  }
  const isNetworked = type === 'postgres' || type === 'mysql';
  if (isNetworked && configSecretRef?.key !== undefined) {
    const message = 'key has no effect: Dex reads each setting from a separate key of the Secret';
    report('ignored-field', [...path, 'configSecretRef', 'key'], message, { fix: 'remove the field' });
  }
  if (configSecretRef && !isNetworked && type !== 'sqlite3') {
    const message = `configSecretRef has no effect with storage of type ${type}`;
    report('ignored-field', [...path, 'configSecretRef'], message, {
      fix: 'remove it, or set type to postgres or mysql',
    });
  }
  if (type === 'mysql' && !configSecretRef && Object.keys(config).length === 0)
    report('missing-field', [...path, 'configSecretRef'], 'storage of type mysql requires configSecretRef or config');
  for (const field of Object.keys(config))
    checkSetting(field, { type, isNetworked, hasSecret: configSecretRef !== undefined }, report);
}

interface Backend {
  readonly type: string;
  readonly isNetworked: boolean;
  readonly hasSecret: boolean;
}

function checkSetting(field: string, { type, isNetworked, hasSecret }: Backend, report: Report): void {
  const at = [...path, 'config', field];
  if (field.toLowerCase() === 'password') {
    const fix = isNetworked
      ? 'replace config with configSecretRef, and store the connection in this Secret'
      : `remove it, because storage of type ${type} has no password`;
    report('not-supported', at, 'Git must not contain the password of the database', { fix });
  } else if (!isNetworked && type !== 'sqlite3' && field !== 'inCluster') {
    report('ignored-field', at, `${field} has no effect with storage of type ${type}`, {
      fix: 'remove it, or set type to postgres or mysql',
    });
  } else if (hasSecret) {
    report('ignored-field', at, `${field} has no effect: configSecretRef takes precedence`, {
      fix: 'remove the field',
    });
  }
}
