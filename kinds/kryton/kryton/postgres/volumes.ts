import { leavesOf } from '../../../../data/leaves.ts';
import type { Tree } from '../../../../data/tree.ts';
import type { Labels } from '../../../../templates/views.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { isBitnami } from '../values/bitnami-settings.ts';
import { passwordsPath } from './environment.ts';
import { metricsVolumes } from './metrics.ts';
import { certificatesPath, configurationPath, includingFile } from './parameters.ts';

/** A volume and its mount in the container. A volume without a source comes from a claim template. */
interface Mounted {
  readonly name: string;
  readonly mount: Tree;
  readonly source: Tree | undefined;
}

export function volumeMounts(kryton: ResolvedKryton): readonly Tree[] {
  const { extraVolumeMounts } = kryton.values.postgresql.primary;
  return [...mounted(kryton).map(({ mount, name }) => ({ ...mount, name })), ...(extraVolumeMounts ?? [])];
}

export function volumes(kryton: ResolvedKryton): readonly Tree[] {
  const { primary, tls } = kryton.values.postgresql;
  const own = mounted(kryton).flatMap(({ name, source }) => (source ? [{ ...source, name }] : []));
  const certificates = tls.enabled
    ? [{ name: 'raw-certificates', secret: { secretName: kryton.names.databaseCertificates } }]
    : [];
  const extra = primary.extraVolumes ?? [];
  return [...own, ...certificates, ...metricsVolumes(kryton), ...chartVolume(kryton), ...extra];
}

/** The sub-chart's volume for temporary files, if the values mount it. */
function chartVolume({ values }: ResolvedKryton): readonly Tree[] {
  const { extraVolumeMounts, initContainers, sidecars } = values.postgresql.primary;
  const isMounted = leavesOf([extraVolumeMounts, initContainers, sidecars]).some(({ value }) => value === 'empty-dir');
  return isMounted ? [{ emptyDir: {}, name: 'empty-dir' }] : [];
}

/** The scripts that run on the first start. Undefined if the values of the Kryton remove all of them. */
export function scriptsOf({ values }: ResolvedKryton): Labels | undefined {
  return omitEmpty(values.postgresql.primary.initdb.scripts as Labels | undefined);
}

export function preInitScriptsOf({ values }: ResolvedKryton): Labels | undefined {
  return omitEmpty(values.postgresql.primary.preInitDb.scripts as Labels | undefined);
}

function mounted(kryton: ResolvedKryton): readonly Mounted[] {
  return [...scripts(kryton), ...configuration(kryton), data(kryton), ...scratch(kryton)];
}

function scripts(kryton: ResolvedKryton): readonly Mounted[] {
  const { names, values } = kryton;
  const { initdb, preInitDb } = values.postgresql.primary;
  const folder = '/docker-entrypoint-initdb.d/';
  const before = '/docker-entrypoint-preinitdb.d/';
  const initName = initdb.scriptsConfigMap || (scriptsOf(kryton) && names.databaseScripts);
  const beforeName = preInitDb.scriptsConfigMap || (preInitScriptsOf(kryton) && names.databasePreInitScripts);
  return [
    ...configMapAt('init-scripts', initName, folder),
    ...secretAt('custom-init-scripts-secret', initdb.scriptsSecret, `${folder}secret`),
    ...configMapAt('custom-preinit-scripts', beforeName, before),
    ...secretAt('custom-preinit-scripts-secret', preInitDb.scriptsSecret, `${before}secret`),
  ];
}

function configuration(kryton: ResolvedKryton): readonly Mounted[] {
  const { names, values } = kryton;
  const { auth, primary, tls } = values.postgresql;
  const { existingExtendedConfigmap, extendedConfiguration, persistence } = primary;
  const extended = existingExtendedConfigmap || (extendedConfiguration && names.databaseExtension);
  const including = includingFile(kryton) && names.databaseConfiguration;
  const certificates = { mountPath: certificatesPath, readOnly: true };
  return [
    ...configMapAt('postgresql-extended-config', extended, `${persistence.mountPath}/conf/conf.d/`),
    ...configMapAt('postgresql-config', including, configurationPath),
    ...(auth.usePasswordFiles ? secretAt('postgresql-password', names.databaseSecret, passwordsPath) : []),
    ...(tls.enabled ? [{ name: 'postgresql-certificates', mount: certificates, source: { emptyDir: {} } }] : []),
  ];
}

function data({ values }: ResolvedKryton): Mounted {
  const { enabled, existingClaim, mountPath, subPath, volumeName: name } = values.postgresql.primary.persistence;
  const mount = { mountPath, subPath: subPath || undefined };
  if (!enabled) return { name, mount, source: { emptyDir: {} } };
  if (!existingClaim) return { name, mount, source: undefined };
  return { name, mount, source: { persistentVolumeClaim: { claimName: existingClaim } } };
}

/** Folders that an image writes to. Bitnami's image keeps its configuration and state outside the volume. */
function scratch({ values }: ResolvedKryton): readonly Mounted[] {
  const { enabled, sizeLimit } = values.postgresql.shmVolume;
  const memory = { medium: 'Memory', sizeLimit: sizeLimit || undefined };
  const folder = (name: string, mountPath: string, emptyDir: Tree = {}): Mounted => ({
    name,
    mount: { mountPath },
    source: { emptyDir },
  });
  const bitnami = [
    folder('app-conf', '/opt/bitnami/postgresql/conf'),
    folder('app-tmp', '/opt/bitnami/postgresql/tmp'),
  ];
  return [
    folder('tmp', '/tmp'),
    folder('run', '/var/run/postgresql'),
    ...(isBitnami(values) ? bitnami : []),
    ...(enabled ? [folder('dshm', '/dev/shm', memory)] : []),
  ];
}

function configMapAt(name: string, configMap: string | undefined, mountPath: string): readonly Mounted[] {
  return configMap ? [{ name, mount: { mountPath }, source: { configMap: { name: configMap } } }] : [];
}

function secretAt(name: string, secretName: string | undefined, mountPath: string): readonly Mounted[] {
  return secretName ? [{ name, mount: { mountPath }, source: { secret: { secretName } } }] : [];
}
