import type { Tree } from '../../../../data/tree.ts';
import { secretVariable } from '../../../../kubernetes/script-container.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { isBitnami } from '../values/bitnami-settings.ts';
import { bitnamiVariables, certificatesPath } from './parameters.ts';

export const passwordsPath = '/opt/bitnami/postgresql/secrets';

/** POSTGRES_DATABASE is for Bitnami's images, POSTGRES_DB for the pgvector image. */
export function environment(kryton: ResolvedKryton): readonly Tree[] {
  const { auth, postgresqlDataDir, primary } = kryton.values.postgresql;
  return [
    { name: 'PGDATA', value: postgresqlDataDir },
    ...portVariables(kryton),
    ...folderVariables(kryton),
    { name: 'POSTGRES_DATABASE', value: auth.database },
    { name: 'POSTGRES_DB', value: auth.database },
    ...initdbVariables(kryton),
    ...passwordVariables(kryton),
    { name: 'POSTGRES_USER', value: auth.username },
    ...bitnamiVariables(kryton),
    ...encryptionVariables(kryton),
    ...(primary.extraEnvVars ?? []),
  ];
}

/** PostgreSQL and its clients use PGPORT as their default. Bitnami's image has a separate variable. */
function portVariables({ values }: ResolvedKryton): readonly Tree[] {
  const { postgresql: port } = values.postgresql.containerPorts;
  const names = port === 5432 ? [] : ['PGPORT', 'POSTGRESQL_PORT_NUMBER'];
  return names.map((name) => ({ name, value: String(port) }));
}

/** Bitnami's image must know the mount path of the volume. */
function folderVariables({ values }: ResolvedKryton): readonly Tree[] {
  const { mountPath } = values.postgresql.primary.persistence;
  const isUsual = !isBitnami(values) || mountPath === '/bitnami/postgresql';
  return isUsual ? [] : [{ name: 'POSTGRESQL_VOLUME_DIR', value: mountPath }];
}

function initdbVariables({ values }: ResolvedKryton): readonly Tree[] {
  const { args, postgresqlWalDir } = values.postgresql.primary.initdb;
  return [
    ...(args ? [{ name: 'POSTGRES_INITDB_ARGS', value: args }] : []),
    ...(postgresqlWalDir ? [{ name: 'POSTGRES_INITDB_WALDIR', value: postgresqlWalDir }] : []),
  ];
}

function passwordVariables({ databaseKeys, names, values }: ResolvedKryton): readonly Tree[] {
  const { enablePostgresUser, usePasswordFiles } = values.postgresql.auth;
  if (usePasswordFiles) {
    const user = { name: 'POSTGRES_PASSWORD_FILE', value: `${passwordsPath}/${databaseKeys.user}` };
    const admin = { name: 'POSTGRES_POSTGRES_PASSWORD_FILE', value: `${passwordsPath}/${databaseKeys.admin}` };
    return enablePostgresUser ? [user, admin] : [user];
  }
  const user = secretVariable('POSTGRES_PASSWORD', names.databaseSecret, databaseKeys.user);
  const reference = { key: databaseKeys.admin, name: names.databaseSecret, optional: true };
  const admin = { name: 'POSTGRES_POSTGRES_PASSWORD', valueFrom: { secretKeyRef: reference } };
  return enablePostgresUser ? [user, admin] : [user];
}

function encryptionVariables({ values }: ResolvedKryton): readonly Tree[] {
  const { tls } = values.postgresql;
  if (!tls.enabled || !isBitnami(values)) return [];
  const files: readonly (readonly [name: string, file: string | undefined])[] = [
    ['CERT', tls.certFilename],
    ['KEY', tls.certKeyFilename],
    ['CA', tls.certCAFilename],
    ['CRL', tls.crlFilename],
  ];
  return [
    { name: 'POSTGRESQL_ENABLE_TLS', value: 'yes' },
    { name: 'POSTGRESQL_TLS_PREFER_SERVER_CIPHERS', value: tls.preferServerCiphers ? 'yes' : 'no' },
    ...files.flatMap(([part, file]) =>
      file ? [{ name: `POSTGRESQL_TLS_${part}_FILE`, value: `${certificatesPath}/${file}` }] : [],
    ),
  ];
}
