import { type Emit, emit } from '../../../core/print/shape.ts';
import { type Tree, valueAt } from '../../../data/tree.ts';
import { milli } from '../../../kubernetes/quantity.ts';
import { restricted, variable } from '../../../kubernetes/script-container.ts';
import { trustOf } from '../../../kubernetes/trusted-certificates.ts';
import { catalogueName } from '../terms/catalogue.ts';
import type { ResolvedJob } from './resolve.ts';

/** The CronJob, with the name that the operator uses [sources: finops-6]. */
export function render(job: ResolvedJob): readonly Emit[] {
  const labels = {
    'app.kubernetes.io/component': job.collects,
    'app.kubernetes.io/instance': job.name,
    'app.kubernetes.io/name': 'showback',
  };
  return [
    emit('cron-job', {
      name: `${job.name}-cronjob`,
      namespace: job.namespace,
      labels,
      annotations: {},
      backoffLimit: 3,
      concurrencyPolicy: 'Forbid',
      failedJobsHistoryLimit: 1,
      podMetadata: { labels },
      podSpec: podSpec(job),
      schedule: job.schedule,
      startingDeadlineSeconds: false,
      successfulJobsHistoryLimit: 1,
      timeZone: 'Etc/UTC',
    }),
  ];
}

const catalogueFolder = '/etc/showback';
const nobody = 65_532;

/** The job needs no access to the Kubernetes API. */
function podSpec(job: ResolvedJob): Tree {
  const { showback, resources, flavor } = job;
  const trust = trustOf(job.trusted, ['NODE_EXTRA_CA_CERTS']);
  return {
    automountServiceAccountToken: false,
    containers: [
      {
        args: argumentsOf(job),
        env: [...environment(job), ...trust.env],
        image: showback.image,
        name: 'loader',
        resources,
        securityContext: { ...restricted.container, readOnlyRootFilesystem: true },
        volumeMounts: [{ mountPath: catalogueFolder, name: 'catalogue', readOnly: true }, ...trust.mounts],
      },
    ],
    restartPolicy: 'OnFailure',
    // OpenShift chooses the user.
    securityContext:
      flavor === 'openshift'
        ? { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }
        : restricted.pod(nobody),
    volumes: [{ configMap: { name: catalogueName }, name: 'catalogue' }, ...trust.volumes],
  };
}

function argumentsOf({ collects, prometheus }: ResolvedJob): readonly string[] {
  const source = prometheus === undefined ? [] : ['--prometheus', prometheus];
  return ['collect', collects, '--catalogue', `${catalogueFolder}/catalogue.json`, ...source];
}

function environment({ connections, showback, timeouts, resources }: ResolvedJob): readonly Tree[] {
  return [
    ...connections,
    ...heapLimit(resources),
    variable('CLUSTER_ID', showback.cluster),
    variable('CONNECT_TIMEOUT_MS', String(timeouts.connect)),
    variable('FETCH_TIMEOUT_MS', String(timeouts.fetch)),
    variable('WRITE_TIMEOUT_MS', String(timeouts.write)),
  ];
}

/** Node.js must collect garbage before the container reaches its memory limit, so the heap gets 65% of it. */
export function heapLimit(resources: Tree): readonly Tree[] {
  const memory = valueAt(resources, 'limits', 'memory');
  if (memory === undefined) return [];
  const mebibytes = Math.floor((Number(milli(String(memory))) / 1000 / 2 ** 20) * 0.65);
  return mebibytes > 0 ? [variable('NODE_OPTIONS', `--max-old-space-size=${mebibytes}`)] : [];
}
