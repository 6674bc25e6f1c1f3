import { scripts } from '../../../../build/scripts.ts';
import { type Emit, emit } from '../../../../core/print/shape.ts';
import type { Tree } from '../../../../data/tree.ts';
import { restricted, scriptContainer, variable } from '../../../../kubernetes/script-container.ts';
import type { Labels } from '../../../../templates/views.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import type { Snapshot } from '../resolve/snapshot.ts';
import { cronJob } from './jobs.ts';
import { partMeta } from './meta.ts';

/** The CronJob that snapshots the server's volume, with its ServiceAccount, Role and RoleBinding [sources: kryton-11]. */
export function snapshotObjects(kryton: ResolvedKryton): readonly Emit[] {
  const { names, snapshot } = kryton;
  if (!snapshot) return [];
  const name = names.snapshot;
  const view = partMeta(kryton, name, 'snapshot');
  const subjects = [{ kind: 'ServiceAccount', name, namespace: kryton.namespace }];
  const { schedule } = snapshot;
  return [
    emit('service-account', { ...view, automountServiceAccountToken: false }),
    emit('role', { ...view, rules: [rule] }),
    emit('role-binding', { ...view, roleKind: 'Role', roleName: name, subjects }),
    cronJob(kryton, { name, component: 'snapshot', schedule, podSpec: podSpec(kryton, snapshot) }),
  ];
}

const rule = {
  apiGroups: ['snapshot.storage.k8s.io'],
  resources: ['volumesnapshots'],
  verbs: ['create', 'delete', 'get', 'list', 'patch'],
};

function podSpec(kryton: ResolvedKryton, snapshot: Snapshot): Tree {
  const sweep = snapshot.retentionSeconds === undefined ? '' : `\n${scripts['kryton/kryton/scripts/snapshot/sweep']}`;
  const script = `${scripts['kryton/kryton/scripts/snapshot/take']}${sweep}`;
  const env = environment(kryton, snapshot);
  const image = kryton.settings.images.kubectl;
  return {
    automountServiceAccountToken: true,
    containers: [scriptContainer('snapshotter', { image, shell: '/bin/bash', script, env })],
    securityContext: restricted.pod(1000),
    serviceAccountName: kryton.names.snapshot,
  };
}

function environment(kryton: ResolvedKryton, snapshot: Snapshot): readonly Tree[] {
  const { retentionSeconds } = snapshot;
  const selector = Object.entries(snapshotLabels(kryton)).map(([key, value]) => `${key}=${value}`);
  return [
    variable('HOME', '/tmp'),
    variable('NAMESPACE', kryton.namespace),
    variable('SNAPSHOT', `${JSON.stringify(volumeSnapshot(kryton, snapshot), null, 2)}\n`),
    ...(retentionSeconds === undefined
      ? []
      : [variable('RETENTION_SECONDS', String(retentionSeconds)), variable('SELECTOR', selector.join(','))]),
  ];
}

function snapshotLabels({ name }: ResolvedKryton): Labels {
  return { 'app.kubernetes.io/component': 'snapshot', 'app.kubernetes.io/instance': name };
}

/**
 * The object that each run creates. The script inserts the time into the name and, as a number of seconds that the shell can
 * compare, into the annotation.
 */
function volumeSnapshot(kryton: ResolvedKryton, { className }: Snapshot): Tree {
  return {
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind: 'VolumeSnapshot',
    metadata: {
      annotations: { 'leasehold.dev/created-epoch': '@EPOCH@' },
      labels: snapshotLabels(kryton),
      name: `${kryton.name}-@STAMP@`,
    },
    spec: { source: { persistentVolumeClaimName: kryton.names.volumeClaim }, volumeSnapshotClassName: className },
  };
}
