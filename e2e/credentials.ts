import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The key and the tokens of three users: one may do everything, one has no binding, and tests bind roles to the third. */
export interface Credentials {
  readonly certificate: string;
  readonly key: string;
  readonly tokenFile: string;
  readonly adminToken: string;
  readonly strangerToken: string;
  readonly memberToken: string;
}

const adminToken = 'admin-token';
const strangerToken = 'stranger-token';
const memberToken = 'member-token';

/** The user and the group of memberToken. */
export const member = { user: 'member@e2e', group: 'e2e-members' } as const;

/**
 * One key is both the API server's key and the signing key of service account tokens. The cluster is local and
 * short-lived.
 */
export function makeCredentials(folder: string): Credentials {
  const certificate = resolve(folder, 'server.crt');
  const key = resolve(folder, 'server.key');
  const tokenFile = resolve(folder, 'tokens.csv');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
      ...['-subj', '/CN=e2e', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  );
  const users = [
    `${adminToken},admin,1,system:masters`,
    `${strangerToken},stranger,2`,
    `${memberToken},${member.user},3,${member.group}`,
  ];
  writeFileSync(tokenFile, `${users.join('\n')}\n`);
  return { certificate, key, tokenFile, adminToken, strangerToken, memberToken };
}

/** The user and the server of a kubeconfig. */
interface Login {
  readonly server: string;
  readonly certificate: string;
  readonly token: string;
}

/** Writes the kubeconfigs of an administrator and of the user to whom the tests bind roles. Returns their paths. */
export function writeKubeconfigs(folder: string, server: string, credentials: Credentials) {
  const [kubeconfig, memberKubeconfig] = [resolve(folder, 'kubeconfig'), resolve(folder, 'member-kubeconfig')];
  const { certificate, adminToken, memberToken } = credentials;
  writeKubeconfig(kubeconfig, { server, certificate, token: adminToken });
  writeKubeconfig(memberKubeconfig, { server, certificate, token: memberToken });
  return { kubeconfig, memberKubeconfig };
}

function writeKubeconfig(path: string, { server, certificate, token }: Login): void {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'e2e',
    clusters: [{ name: 'e2e', cluster: { server, 'certificate-authority': certificate } }],
    users: [{ name: 'e2e', user: { token } }],
    contexts: [{ name: 'e2e', context: { cluster: 'e2e', user: 'e2e' } }],
  };
  writeFileSync(path, JSON.stringify(config));
}
