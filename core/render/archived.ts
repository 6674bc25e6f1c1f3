import { own } from '../../data/own.ts';
import { isMapping, mappingAt, type Tree } from '../../data/tree.ts';
import type { ForeignObject } from '../gate/foreign-object.ts';
import type { Emit, ShapeEmit } from '../print/shape.ts';

/**
 * The object as rendered for an archived tenant: a workload of a known kind runs no Pods, starts no Jobs and deletes no
 * volumes. Undefined for a Pod, which can only be stopped by omitting it.
 */
export function archived(emit: Emit): Emit | undefined {
  return 'object' in emit ? archivedObject(emit.object) : archivedShape(emit);
}

function archivedShape(emit: ShapeEmit): ShapeEmit | undefined {
  switch (emit.shape) {
    case 'deployment':
      return { ...emit, view: { ...emit.view, replicas: 0, replicasFixed: true } };
    case 'stateful-set': {
      const policy = emit.view.persistentVolumeClaimRetentionPolicy;
      const kept = policy && { ...policy, whenScaled: 'Retain' as const };
      return { ...emit, view: { ...emit.view, replicas: 0, persistentVolumeClaimRetentionPolicy: kept } };
    }
    case 'cron-job':
      return { ...emit, view: { ...emit.view, suspend: true } };
    case 'pod':
      return undefined;
    default:
      return emit;
  }
}

const scaled = { replicas: 0 };
const suspended = { suspend: true };

/** A DaemonSet has no replica count. This selector stops its pods, because no node has the label. */
const unscheduled = { template: { spec: { nodeSelector: { 'leasehold.dev/archived': 'true' } } } };

/** The fields that stop a workload, by group and kind. */
const changes: Readonly<Record<string, Tree>> = {
  ReplicationController: scaled,
  'Deployment.apps': scaled,
  'ReplicaSet.apps': scaled,
  'StatefulSet.apps': scaled,
  'Rollout.argoproj.io': scaled,
  'DaemonSet.apps': unscheduled,
  'CronJob.batch': suspended,
  'Job.batch': suspended,
};

function archivedObject(object: ForeignObject): Emit | undefined {
  const { group, kind, rest } = object;
  if (group === '' && kind === 'Pod') return undefined;
  const change = own(changes, group === '' ? kind : `${kind}.${group}`);
  if (!change) return { object };
  const spec = merged(mappingAt(rest, 'spec'), kind === 'StatefulSet' ? { ...change, ...keptClaims(rest) } : change);
  return { object: { ...object, rest: { ...rest, spec } } };
}

/** Keeps the claims of a StatefulSet that is configured to delete them when it is scaled down. */
function keptClaims(rest: Tree): Tree {
  const field = 'persistentVolumeClaimRetentionPolicy';
  const isStated = isMapping(mappingAt(rest, 'spec')[field]);
  return isStated ? { [field]: { whenScaled: 'Retain' } } : {};
}

function merged(tree: Tree, change: Tree): Tree {
  const entries = Object.entries(change).map(([key, value]) => {
    const old = tree[key];
    return [key, isMapping(value) ? merged(isMapping(old) ? old : {}, value) : value] as const;
  });
  return { ...tree, ...Object.fromEntries(entries) };
}
