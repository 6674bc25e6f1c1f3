import type { Tree } from '../data/tree.ts';

/** What a namespace of Pod Security level `restricted` demands of a pod and of each of its containers. */
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

/** A container that runs one of our scripts. Scripts never change; what they work on reaches them as variables. */
export function scriptContainer(
  name: string,
  { image, shell, script, env }: { image: string; shell: string; script: string; env: readonly Tree[] },
): Tree {
  return { command: [shell, '-c', script], env, image, name, securityContext: restricted.container };
}

/** A variable with just this value: Kubernetes would put other variables in for `$(NAME)`, and one `$` for two. */
export function variable(name: string, value: string): Tree {
  return { name, value: value.replaceAll('$', '$$$$') };
}

/** A variable with the value of a key of a Secret. */
export function secretVariable(name: string, secret: string, key = name): Tree {
  return { name, valueFrom: { secretKeyRef: { key, name: secret } } };
}
