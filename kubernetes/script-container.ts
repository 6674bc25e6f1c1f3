import type { Tree } from '../data/tree.ts';

/** Security contexts that meet the Pod Security level `restricted`, for a pod and for each of its containers. */
export const restricted = {
  pod: (user: number): Tree => ({
    fsGroup: user,
    runAsGroup: user,
    runAsNonRoot: true,
    runAsUser: user,
    seccompProfile: { type: 'RuntimeDefault' },
  }),
  container: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
};

/** A container that runs one of leasehold's scripts. The script is constant; its input is in environment variables. */
export function scriptContainer(
  name: string,
  { image, shell, script, env }: { image: string; shell: string; script: string; env: readonly Tree[] },
): Tree {
  return { command: [shell, '-c', script], env, image, name, securityContext: restricted.container };
}

/** An environment variable with this exact value. Escapes `$`, because Kubernetes would expand `$(NAME)` and `$$`. */
export function variable(name: string, value: string): Tree {
  return { name, value: value.replaceAll('$', '$$$$') };
}

/** An environment variable that is absent if there is no such Secret or key. */
export function optionalVariable(name: string, secret: string, key: string): Tree {
  return { name, valueFrom: { secretKeyRef: { key, name: secret, optional: true } } };
}

/** An environment variable with the value of a Secret key. */
export function secretVariable(name: string, secret: string, key = name): Tree {
  return { name, valueFrom: { secretKeyRef: { key, name: secret } } };
}
