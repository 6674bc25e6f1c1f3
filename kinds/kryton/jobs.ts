import { type Emit, emit } from '../../core/render/shape.ts';
import type { Tree } from '../../templates/views.ts';
import { partMeta, partPodLabels } from './meta.ts';
import type { ResolvedKryton } from './resolve.ts';
import { orAbsent } from './server/pod.ts';

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

/** A job beside the server: what differs between backup and snapshot. */
export interface Job {
  readonly name: string;
  readonly component: 'backup' | 'snapshot';
  readonly schedule: string;
  readonly podSpec: Tree;
}

/** One run at a time, at times of UTC, tried three times in all [tenancy-kinds 3.7, 3.9]. */
export function cronJob(kryton: ResolvedKryton, { name, component, schedule, podSpec }: Job): Emit {
  return emit('cron-job', {
    ...partMeta(kryton, name, component),
    backoffLimit: 2,
    concurrencyPolicy: 'Forbid',
    failedJobsHistoryLimit: 3,
    podMetadata: { labels: partPodLabels(kryton, component) },
    podSpec: { ...podSpec, imagePullSecrets: orAbsent(kryton.values.imagePullSecrets), restartPolicy: 'OnFailure' },
    schedule,
    successfulJobsHistoryLimit: 3,
    timeZone: 'Etc/UTC',
  });
}

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

export function fromSecret(name: string, secret: string, key = name): Tree {
  return { name, valueFrom: { secretKeyRef: { key, name: secret } } };
}
