import type { Tree } from '../data/tree.ts';
import { variable } from './script-container.ts';

/** A ConfigMap with certificate authorities in PEM format. */
export interface TrustedCertificates {
  readonly configMap: string;
  readonly key: string;
}

/** What a pod needs so that its program trusts the authorities. */
interface Trust {
  readonly env: readonly Tree[];
  readonly mounts: readonly Tree[];
  readonly volumes: readonly Tree[];
}

const name = 'trusted-certificates';
const folder = `/etc/${name}`;

/** Each variable contains the path of the file with the authorities. Adds nothing if there are no authorities or no variables. */
export function trustOf(trusted: TrustedCertificates | undefined, variables: readonly string[]): Trust {
  if (!trusted || variables.length === 0) return { env: [], mounts: [], volumes: [] };
  const { configMap, key } = trusted;
  return {
    env: variables.map((one) => variable(one, `${folder}/${key}`)),
    mounts: [{ mountPath: folder, name, readOnly: true }],
    volumes: [{ configMap: { items: [{ key, path: key }], name: configMap }, name }],
  };
}
