import { own } from '../../data/own.ts';
import { mappingAt, type Tree } from '../../data/tree.ts';

/** The keys that the API server requires in a Secret, by type. basic-auth requires one of two keys, which is checked below. */
const requiredKeys: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** Returns a required key that the Secret lacks: the API server would reject the Secret. Undefined if it lacks none. */
export function missingSecretKey({ kind, apiVersion, type, data, stringData }: Tree): string | undefined {
  if (kind !== 'Secret' || apiVersion !== 'v1' || typeof type !== 'string') return undefined;
  const present = { ...mappingAt(data), ...mappingAt(stringData) };
  if (type === 'kubernetes.io/basic-auth')
    return 'username' in present || 'password' in present ? undefined : 'username or password';
  return own(requiredKeys, type)?.find((key) => !(key in present));
}
