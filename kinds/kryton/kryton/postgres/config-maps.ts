import { type Emit, emit } from '../../../../core/print/shape.ts';
import { checksum } from '../../../../data/sha256.ts';
import type { Labels } from '../../../../templates/views.ts';
import { printYaml } from '../../../../yaml/print-yaml.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { postgresMeta } from './meta.ts';
import { includingFile } from './parameters.ts';
import { preInitScriptsOf, scriptsOf } from './volumes.ts';

/** The ConfigMaps with the container's files, except those that already exist in the cluster. */
export function configMaps(kryton: ResolvedKryton): readonly Emit[] {
  const { names, values } = kryton;
  const { metrics, primary } = values.postgresql;
  const { initdb, preInitDb } = primary;
  const custom = metrics.enabled && metrics.customMetrics && Object.keys(metrics.customMetrics).length > 0;
  return [
    ...configMap(kryton, names.databaseScripts, initdb.scriptsConfigMap ? undefined : scriptsOf(kryton)),
    ...configMap(
      kryton,
      names.databasePreInitScripts,
      preInitDb.scriptsConfigMap ? undefined : preInitScriptsOf(kryton),
    ),
    ...configMap(kryton, names.databaseExtension, extension(kryton)),
    ...configMap(kryton, names.databaseConfiguration, including(kryton)),
    ...configMap(
      kryton,
      names.databaseMetrics,
      custom ? { 'custom-metrics.yaml': `${printYaml(metrics.customMetrics, 0).trimStart()}\n` } : undefined,
    ),
  ];
}

/** PostgreSQL reads the extended configuration at startup, so a change in the file replaces the pod. */
export function configurationChecksum(kryton: ResolvedKryton): Labels {
  const data = extension(kryton);
  return data ? { 'checksum/extended-configuration': checksum(data) } : {};
}

function configMap(kryton: ResolvedKryton, name: string, data: Labels | undefined): readonly Emit[] {
  return data ? [emit('config-map', { ...postgresMeta(kryton, name), data })] : [];
}

function extension({ values }: ResolvedKryton): Labels | undefined {
  const { existingExtendedConfigmap, extendedConfiguration } = values.postgresql.primary;
  if (existingExtendedConfigmap || !extendedConfiguration) return undefined;
  return { 'override.conf': extendedConfiguration };
}

function including(kryton: ResolvedKryton): Labels | undefined {
  const text = includingFile(kryton);
  return text === undefined ? undefined : { 'postgresql.conf': text };
}
