import { type Emit, emit } from '../../../core/print/shape.ts';
import {
  hibernationAccount as accountName,
  hibernationNamespace,
  hibernationRole as roleName,
} from '../../../core/settings/hibernation.ts';
import { nameSuffix } from '../../../data/sha256.ts';
import type { Tree } from '../../../data/tree.ts';
import { trimEnd } from '../../../data/trim-end.ts';
import { compareOptionsAnnotation, syncOptionsAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import { restricted, variable } from '../../../kubernetes/script-container.ts';
import type { Labels, MetaView } from '../../../templates/views.ts';
import type { ResolvedSupervisor } from './resolve.ts';

/**
 * The jobs that put a tenant's namespaces to sleep and wake them, with permissions in these namespaces only
 * [sources: mto-22].
 */
export function render(supervisor: ResolvedSupervisor): readonly Emit[] {
  if (supervisor.namespaces.length === 0) return [];
  return [...supervisor.namespaces.map(binding), ...cronJobs(supervisor)];
}

/** Keeps the binding when the supervisor is removed: a job uses it to wake the namespace, and then deletes it. */
const keptOnRemoval: Labels = {
  [compareOptionsAnnotation]: 'IgnoreExtraneous',
  [syncOptionsAnnotation]: 'Prune=false',
};

function binding(namespace: string): Emit {
  return emit('role-binding', {
    name: roleName,
    namespace,
    labels: {},
    annotations: keptOnRemoval,
    roleKind: 'ClusterRole',
    roleName,
    subjects: [{ kind: 'ServiceAccount', name: accountName, namespace: hibernationNamespace }],
  });
}

/** Without a sleep schedule, the job runs every hour, because users might have deployed new workloads. */
const hourly = '0 * * * *';

function cronJobs(supervisor: ResolvedSupervisor): readonly Emit[] {
  const { schedule, namespaces } = supervisor;
  const variables = { SLEEP: namespaces.join(' ') };
  if (schedule.until === 'removed')
    return [cronJob(supervisor, { action: 'sleep', schedule: schedule.sleep ?? hourly, deadline: false, variables })];
  const { sleep, wake, asleepFor, awakeFor } = schedule;
  return [
    cronJob(supervisor, { action: 'sleep', schedule: sleep, deadline: asleepFor * 60, variables }),
    cronJob(supervisor, {
      action: 'wake',
      schedule: wake,
      deadline: awakeFor * 60,
      variables: { WAKE: variables.SLEEP },
    }),
  ];
}

interface CronJobOptions {
  readonly action: 'sleep' | 'wake';
  readonly schedule: string;
  /** In seconds. A later start is skipped, because by then the opposite job is due. */
  readonly deadline: number | false;
  readonly variables: Labels;
}

function cronJob(supervisor: ResolvedSupervisor, { action, schedule, deadline, variables }: CronJobOptions): Emit {
  const { timeZone, image, flavor } = supervisor;
  const labels = { 'app.kubernetes.io/component': action, 'app.kubernetes.io/name': accountName };
  return emit('cron-job', {
    name: `${jobName(supervisor)}-${action}`,
    namespace: hibernationNamespace,
    labels,
    annotations: {},
    backoffLimit: 4,
    concurrencyPolicy: 'Forbid',
    failedJobsHistoryLimit: 1,
    podMetadata: { labels },
    podSpec: podSpec({ image, flavor }, variables),
    schedule,
    startingDeadlineSeconds: deadline,
    successfulJobsHistoryLimit: 1,
    timeZone,
  });
}

/**
 * The name of a job without its action. With the action, it has at most 52 characters, the limit for a CronJob. Shortened names
 * are unique because of their suffix.
 */
function jobName({ kind, name, ownNamespace, tenant }: ResolvedSupervisor): string {
  const own = ownNamespace === '' ? name : `${ownNamespace}-${name}`;
  const short = trimEnd(own.replaceAll('.', '-').slice(0, 25), /-/);
  return `${short}-${nameSuffix([kind, ownNamespace, name, tenant].join('/'))}`;
}

/** An arbitrary user: the jobs write only to their volume. */
const nobody = 65_532;

export function podSpec({ image, flavor }: Pick<ResolvedSupervisor, 'image' | 'flavor'>, variables: Labels): Tree {
  const env = [variable('HOME', '/tmp'), ...Object.entries(variables).map(([name, value]) => variable(name, value))];
  return {
    automountServiceAccountToken: true,
    containers: [
      {
        command: ['/bin/sh', '/scripts/hibernate.sh'],
        env,
        image,
        name: 'hibernate',
        resources: { limits: { memory: '256Mi' }, requests: { cpu: '20m', memory: '64Mi' } },
        securityContext: { ...restricted.container, readOnlyRootFilesystem: true },
        volumeMounts: [
          { mountPath: '/scripts', name: 'scripts' },
          { mountPath: '/tmp', name: 'tmp' },
        ],
      },
    ],
    restartPolicy: 'OnFailure',
    // OpenShift chooses the user.
    securityContext:
      flavor === 'openshift'
        ? { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }
        : restricted.pod(nobody),
    serviceAccountName: accountName,
    volumes: [
      { configMap: { name: accountName }, name: 'scripts' },
      { emptyDir: {}, name: 'tmp' },
    ],
  };
}

export function hibernationMeta(name: string, labels: Labels = {}): MetaView {
  return { name, namespace: hibernationNamespace, labels, annotations: {} };
}
