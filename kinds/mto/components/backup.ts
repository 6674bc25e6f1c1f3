import { type Emit, emitInWave } from '../../../core/print/shape.ts';
import type { ComponentSettings } from '../../../core/settings/components.ts';
import { listAt, mappingAt, type Tree } from '../../../data/tree.ts';
import { secretVariable, variable } from '../../../kubernetes/script-container.ts';
import { backupPod } from '../../kryton/kryton/render/backup-pod.ts';
import { jobPolicy, portOfUrl, type Traffic, tlsPorts } from './network.ts';
import { podSecurity } from './pod.ts';
import { componentWaves, metaOf, type Site } from './site.ts';

const databasePort = 5432;

/** A database, and the user who can read all of it. */
export interface DumpedDatabase {
  readonly server: string;
  readonly database: string;
  readonly owner: string;
  readonly secret: string;
  readonly key: string;
}

/**
 * A CronJob that dumps a database into the object store of the Platform, and its NetworkPolicy. Empty if the Platform sets no
 * store.
 */
export function backupObjects(site: Site, dumped: DumpedDatabase): readonly Emit[] {
  const { backup, images } = site.settings;
  if (!backup) return [];
  const { server, database, owner, secret, key } = dumped;
  const identity = { name: `${server}-${database}-backup`.replaceAll('_', '-'), app: 'backup' };
  const variables = [
    variable('PGHOST', server),
    variable('PGPORT', String(databasePort)),
    variable('PGUSER', owner),
    variable('PGDATABASE', database),
    secretVariable('PGPASSWORD', secret, key),
  ];
  const pod = withResources(backupPod({ images, variables, backup: storeOf(backup, site, server) }));
  const view = metaOf(identity, site.namespace);
  const labels = { ...view.labels, 'app.kubernetes.io/component': 'backup' };
  return [
    jobPolicy(identity, site.namespace, reachedBy(backup.objectStore.endpoint)),
    emitInWave(componentWaves.jobs, 'cron-job', {
      ...view,
      labels,
      backoffLimit: 2,
      concurrencyPolicy: 'Forbid',
      failedJobsHistoryLimit: 3,
      podMetadata: { labels },
      podSpec: { ...pod, restartPolicy: 'OnFailure', securityContext: podSecurity(site, 999) },
      schedule: backup.schedule,
      startingDeadlineSeconds: false,
      successfulJobsHistoryLimit: 3,
      timeZone: 'Etc/UTC',
    }),
  ];
}

/** An upload keeps several parts of a dump in memory. */
function withResources(pod: Tree): Tree {
  const resources = { limits: { memory: '1Gi' }, requests: { cpu: '50m', memory: '128Mi' } };
  const limited = (list: string) => listAt(pod, list).map((container) => ({ ...mappingAt(container), resources }));
  return { ...pod, containers: limited('containers'), initContainers: limited('initContainers') };
}

/**
 * A Service of an object store in the cluster can have a different port than its pods, so the policy then allows all traffic.
 * Otherwise, it also allows TLS, because mc is downloaded by default.
 */
function reachedBy(endpoint: string): Traffic['reaches'] {
  const [, host = ''] = /^https?:\/\/([^:/]+)/.exec(endpoint) ?? [];
  const isInCluster = !host.includes('.') || /\.svc(\.|$)/.test(host);
  return isInCluster ? 'everything' : [databasePort, portOfUrl(endpoint), ...tlsPorts];
}

/** Each server has a separate folder, because the retention deletes by folder and name of the database. */
function storeOf(
  { objectStore, retention }: NonNullable<ComponentSettings['backup']>,
  { namespace }: Site,
  server: string,
) {
  const { bucket, endpoint, prefix = '', region, credentialsSecretRef } = objectStore;
  const folders = [prefix.replace(/^\/|\/$/g, ''), namespace, server].filter((one) => one !== '');
  return {
    retention,
    bucket,
    endpoint: endpoint.replace(/\/$/, ''),
    region,
    prefix: `${folders.join('/')}/`,
    credentials: credentialsSecretRef.name,
  };
}
