import { mappingAt, type Tree } from '../../data/tree.ts';

/** The keys that the API server requires of a Secret of each type; of basic-auth, one of them. */
const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** The key that a Secret lacks, so that the API server rejects it. */
export function missingSecretKey({ kind, apiVersion, type, data, stringData }: Tree): string | undefined {
  if (kind !== 'Secret' || apiVersion !== 'v1' || typeof type !== 'string') return undefined;
  const present = { ...mappingAt(data), ...mappingAt(stringData) };
  if (type === 'kubernetes.io/basic-auth')
    return 'username' in present || 'password' in present ? undefined : 'username or password';
  return requiredKeys[type]?.find((key) => !(key in present));
}
