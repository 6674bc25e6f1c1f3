import type { Tree } from '../../../../data/tree.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { bitnamiSettings, isBitnami } from '../values/bitnami-settings.ts';

/** The directory of the certificates. */
export const certificatesPath = '/opt/bitnami/postgresql/certs';
/** The directory of the file that includes the extended configuration. */
export const configurationPath = '/opt/leasehold';

type Setting = readonly [name: string, value: string];

/**
 * Arguments of the container. Bitnami's image reads variables and the directory conf.d; other PostgreSQL images get the same
 * settings as arguments, unless the values replace the command.
 */
export function argumentsOf(kryton: ResolvedKryton): readonly string[] | undefined {
  const { args, command } = kryton.values.postgresql.primary;
  const own = args ?? [];
  const isReplaced = (command ?? []).length > 0;
  const settings = isReplaced || isBitnami(kryton.values) ? [] : settingsOf(kryton);
  const all = [...own, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return all.length > 0 ? all : undefined;
}

/** The contents of a postgresql.conf that includes the original file and the extended configuration. */
export function includingFile({ values }: ResolvedKryton): string | undefined {
  const { postgresqlDataDir, primary } = values.postgresql;
  const { existingExtendedConfigmap, extendedConfiguration, persistence } = primary;
  if (isBitnami(values) || !(existingExtendedConfigmap || extendedConfiguration)) return undefined;
  const [data, extension] = [`${postgresqlDataDir}/postgresql.conf`, `${persistence.mountPath}/conf/conf.d`];
  return `include_if_exists ${quoted(data)}\ninclude_dir ${quoted(extension)}\n`;
}

/**
 * Variables that only Bitnami's image reads, for settings that differ from the sub-chart's defaults. For another image, only
 * the variables whose settings have no PostgreSQL parameter.
 */
export function bitnamiVariables({ values }: ResolvedKryton): readonly Tree[] {
  const settings = bitnamiSettings(values).filter(({ parameter }) => isBitnami(values) || parameter === undefined);
  return settings.map(({ variable: name, value }) => ({ name, value }));
}

function settingsOf(kryton: ResolvedKryton): readonly Setting[] {
  const own = bitnamiSettings(kryton.values).flatMap(({ parameter, value }): readonly Setting[] =>
    parameter === undefined ? [] : [[parameter, value]],
  );
  const file: readonly Setting[] = includingFile(kryton)
    ? [['config_file', `${configurationPath}/postgresql.conf`]]
    : [];
  return [...file, ...own, ...encryption(kryton)];
}

function encryption({ values }: ResolvedKryton): readonly Setting[] {
  const { tls } = values.postgresql;
  if (!tls.enabled) return [];
  const files: readonly (readonly [name: string, file: string | undefined])[] = [
    ['ssl_cert_file', tls.certFilename],
    ['ssl_key_file', tls.certKeyFilename],
    ['ssl_ca_file', tls.certCAFilename],
    ['ssl_crl_file', tls.crlFilename],
  ];
  return [
    ['ssl', 'on'],
    ['ssl_prefer_server_ciphers', tls.preferServerCiphers ? 'on' : 'off'],
    ...files.flatMap(([name, file]): readonly Setting[] => (file ? [[name, `${certificatesPath}/${file}`]] : [])),
  ];
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`;
}
