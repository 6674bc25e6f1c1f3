import type { ReadableFile } from '../../core/source/source.ts';
import { kryton } from './grant-attacks.ts';

/** Attacks with the Ingress, the stores, the backup, the tolerations and the replicas of a Kryton. */
export const krytonAttacks: Readonly<Record<string, ReadableFile>> = {
  'nodes that taints reserve': kryton({
    tolerations: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' }],
  }),
  'an nginx snippet': kryton({
    ingress: {
      enabled: true,
      host: 'evil.apps.example.com',
      annotations: { 'nginx.ingress.kubernetes.io/server-snippet': 'x' },
    },
  }),
  'nginx configuration in a path': kryton(
    paths('/x {} location /y { proxy_pass http://127.0.0.1:10246; } #', 'Prefix'),
  ),
  "a path on another tenant's host": kryton({
    ingress: {
      enabled: true,
      hosts: [{ host: 'acme.apps.example.com', paths: [{ path: '/api/auth', pathType: 'Prefix' }] }],
    },
  }),
  'a line break in a path': kryton(paths('/x {\n} location /y {} #', 'Prefix')),
  'a path type that each controller interprets differently': kryton(paths('/x', 'ImplementationSpecific')),
  'a store of another kind': kryton({
    externalSecrets: {
      enabled: true,
      secretStoreName: 'vault',
      secretStoreKind: 'SecretStore',
      remoteKeyPrefix: 'evil/',
    },
  }),
  'a store prefix that only starts with its own': kryton({
    externalSecrets: { enabled: true, secretStoreName: 'flat', remoteKeyPrefix: 'evilcorp/' },
  }),
  'a store key with a URL query': kryton({
    externalSecrets: { enabled: true, secretStoreName: 'vault', remoteKeyPrefix: 'evil/' },
    env: { secret: { X: 'a?path=acme/AUTH' } },
  }),
  "the default backup folder of another tenant's instance": withBackup(kryton({}, 'evil', 'acme-notes')),
  "another tenant's backup folder": withBackup(kryton({}), ',"prefix":"acme/notes"'),
  'all capacity of a shared namespace': kryton({ replicaCount: 1000 }, 'tenants'),
};

/** Adds a backup. A Grant allows every field of its store that needs a Grant, except the folder. */
function withBackup({ path, text }: ReadableFile, prefix = ''): ReadableFile {
  const store = `{"bucket":"backups","endpoint":"https://s3.example.com","credentialsSecretRef":{"name":"s3"}${prefix}}`;
  return {
    path,
    text: text.replace('"version":', `"backup":{"schedule":"0 1 * * *","objectStore":${store}},"version":`),
  };
}

function paths(path: string, pathType: string): object {
  return { ingress: { enabled: true, hosts: [{ host: 'evil.apps.example.com', paths: [{ path, pathType }] }] } };
}
