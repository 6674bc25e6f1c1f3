import { type Emit, emit } from '../../../../core/print/shape.ts';
import type { Tree } from '../../../../data/tree.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { partMeta, partPodLabels } from './meta.ts';
import { omitEmpty } from './omit-empty.ts';

/** The options that differ between the CronJobs for backups and snapshots. */
export interface JobOptions {
  readonly name: string;
  readonly component: 'backup' | 'snapshot';
  readonly schedule: string;
  readonly podSpec: Tree;
}

/**
 * Like the operator's CronJobs, but in UTC [sources: kryton-8, kryton-11, kubernetes-3]. At most three attempts per
 * run.
 */
export function cronJob(kryton: ResolvedKryton, { name, component, schedule, podSpec }: JobOptions): Emit {
  return emit('cron-job', {
    ...partMeta(kryton, name, component),
    backoffLimit: 2,
    concurrencyPolicy: 'Forbid',
    failedJobsHistoryLimit: 3,
    podMetadata: { labels: partPodLabels(kryton, component) },
    podSpec: { ...podSpec, imagePullSecrets: omitEmpty(kryton.values.imagePullSecrets), restartPolicy: 'OnFailure' },
    schedule,
    startingDeadlineSeconds: false,
    successfulJobsHistoryLimit: 3,
    timeZone: 'Etc/UTC',
  });
}
