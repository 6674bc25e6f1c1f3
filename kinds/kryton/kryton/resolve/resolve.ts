import type { Resource } from '../../../../core/kind/resource.ts';
import type { World } from '../../../../core/kind/world.ts';
import type { Report } from '../../../../core/problem/problem.ts';
import type { KrytonSettings } from '../../../../core/settings/kryton.ts';
import { checkNumbers, checkValues, warnAboutForced } from '../values/checks.ts';
import { compose, forcedValues } from '../values/compose.ts';
import type { KrytonValues } from '../values/values.ts';
import { type Backup, checkNesting, resolveBackup } from './backup.ts';
import {
  type KrytonDatabase,
  type PasswordKeys,
  type PasswordSource,
  passwordKeysOf,
  resolveDatabase,
  resolvePasswords,
} from './database.ts';
import { checkName, namesOf, type ObjectNames } from './names.ts';
import { type Plugin, resolvePlugins } from './plugins.ts';
import { warnAboutPrivileges } from './privileges.ts';
import { resolveSecrets, type SecretSource } from './secrets.ts';
import { resolveSnapshot, type Snapshot } from './snapshot.ts';

export interface ResolvedKryton {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly names: ObjectNames;
  readonly values: KrytonValues;
  readonly hosts: KrytonValues['ingress']['hosts'];
  readonly secrets: SecretSource;
  readonly database: KrytonDatabase;
  readonly databaseKeys: PasswordKeys;
  readonly passwords: PasswordSource;
  readonly backup: Backup | undefined;
  readonly plugins: readonly Plugin[];
  readonly snapshot: Snapshot | undefined;
  readonly retainVolumes: boolean;
  readonly settings: KrytonSettings;
}

export function resolve(resource: Resource<'kryton'>, world: World, report: Report): ResolvedKryton | undefined {
  const { name, namespace, body } = resource;
  const { backup, plugins, snapshot, version } = body.spec;
  const { kryton: settings, retainVolumes } = world.settings;
  const values = valuesOf(resource);
  if (!checkNumbers(body.spec.values, ['spec', 'values'], report)) return undefined;
  checkName(resource, values, report);
  warnAboutForced(body.spec.values ?? {}, forcedValues(name, version), report);
  checkValues(body.spec.values ?? {}, values, report);
  warnAboutPrivileges(body.spec.values ?? {}, world.settings.forbidden, report);
  checkNesting(resource, world, report);
  const names = namesOf(name, values);
  const secrets = resolveSecrets(values, report);
  return {
    name,
    namespace,
    version,
    names,
    values,
    hosts: hostsOf(resource, values),
    secrets,
    database: resolveDatabase(values, secrets, report),
    databaseKeys: passwordKeysOf(values),
    passwords: resolvePasswords(values, { namespace, name: names.databaseSecret }, report),
    backup: backup && resolveBackup(backup, name, report),
    plugins: resolvePlugins(plugins ?? [], report),
    snapshot: snapshot && resolveSnapshot(snapshot, { values, settings }, report),
    retainVolumes,
    settings,
  };
}

export function valuesOf({ name, body }: Resource<'kryton'>): KrytonValues {
  return compose(body.spec.values ?? {}, forcedValues(name, body.spec.version));
}

/** `ingress.host` is shorthand for one host with one path, and applies only without `hosts` [sources: kryton-4]. */
export function hostsOf({ body }: Resource<'kryton'>, { ingress }: KrytonValues): KrytonValues['ingress']['hosts'] {
  if (!ingress.host || body.spec.values?.ingress?.hosts) return ingress.hosts;
  return [{ host: ingress.host, paths: [{ path: '/', pathType: 'Prefix' }] }];
}
