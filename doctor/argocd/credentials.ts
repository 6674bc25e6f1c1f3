import { Buffer } from 'node:buffer';
import { mappingAt, textAt } from '../../data/tree.ts';
import type { ConfigObject } from './config-object.ts';
import { credentialType } from './configuration.ts';

/** Credentials of Argo CD for a repository, or for all repositories whose URL starts with a text [sources: argocd-48]. */
export interface Credentials {
  readonly secret: ConfigObject;
  readonly isTemplate: boolean;
  /** The URL in the form in which Argo CD compares URLs. */
  readonly url: string;
  /** The project that the credentials are for. Argo CD ignores it for templates. */
  readonly project: string;
  /** False for Secrets that only describe a repository. Argo CD then uses a template. */
  readonly hasSecrets: boolean;
}

export function readCredentials(secret: ConfigObject): Credentials {
  const { body } = secret;
  const keys = [...Object.keys(mappingAt(body, 'data')), ...Object.keys(mappingAt(body, 'stringData'))];
  return {
    secret,
    isTemplate: credentialType(body) === 'repo-creds',
    url: normalized(fieldOf(body, 'url')),
    project: fieldOf(body, 'project'),
    hasSecrets: keys.some((key) => secretKeys.includes(key)),
  };
}

/** Without one of these keys, a repository has no credentials of its own. */
const secretKeys: readonly string[] = [
  'azureServicePrincipalClientSecret',
  'bearerToken',
  'githubAppPrivateKey',
  'password',
  'sshPrivateKey',
  'tlsClientCertData',
  'useAzureWorkloadIdentity',
  'username',
];

/** Git repositories are the default. Others have no submodules and no remote bases. */
export function isForGit({ body }: ConfigObject): boolean {
  return ['', 'git'].includes(fieldOf(body, 'type'));
}

function fieldOf(secret: unknown, key: string): string {
  const plain = textAt(secret, 'stringData', key);
  return (plain || Buffer.from(textAt(secret, 'data', key), 'base64').toString('utf8')).trim();
}

/** The form in which Argo CD compares URLs and patterns: without `.git`, and without the scheme for SSH. */
export function normalized(url: string): string {
  const [, not = '', text = ''] = /^(!?)(.*)$/s.exec(url.trim().toLowerCase()) ?? [];
  const isShort = /^[^/:@]*@[^@]+$/.test(text);
  return not + (isShort ? text.replace(':', '/') : text.replace(/^ssh:\/\//, '')).replace(/\.git$/, '');
}

/** A URL for a message. It can contain a password. */
export function shown(url: string): string {
  return url.replace(/^([a-z0-9+.-]*:\/\/)?[^/@]*@/, '$1');
}

/** The text that all URLs start with that a normalized pattern of `sourceRepos` matches. */
export function prefixOf(pattern: string): string {
  return pattern.replace(/[*?[{\\].*$/s, '');
}
