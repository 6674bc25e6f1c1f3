import { platformTenant } from '../../core/kind/tenant.ts';
import { listAt, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { formatId, type ObjectId, readId } from '../../kubernetes/object-id.ts';
import type { ClusterInventory } from './inventory.ts';
import type { World } from './world.ts';

/** A rendered workload or schedule of the platform, and its state in the cluster. */
export interface HealthRow {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** `waiting`: a CronJob that has not run yet. */
  readonly state: 'missing' | 'degraded' | 'waiting' | 'ready';
  /**
   * The number of replicas or, for a DaemonSet, of nodes that need a pod; undefined for a CronJob and for a missing
   * workload.
   */
  readonly pods: { readonly ready: number; readonly wanted: number } | undefined;
  /** Since when it has this state, or the last run of a CronJob, as RFC 3339; empty if the cluster does not report it. */
  readonly since: string;
  /** What the cluster reports about the problem. */
  readonly reason: string;
  /** A read-only command that shows the cause; empty if nothing is wrong. */
  readonly command: string;
  readonly image: string;
}

const kinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob']);
const order: readonly HealthRow['state'][] = ['missing', 'degraded', 'waiting', 'ready'];

export function healthRows(inventory: ClusterInventory, world: World): readonly HealthRow[] {
  return healthOf(inventory, platformParts(world));
}

/** The rendered workloads and schedules of the platform. */
export function platformParts(world: World): readonly ObjectId[] {
  return world.of(platformTenant).objects.flatMap(({ id }) => (kinds.has(id.kind) ? [id] : []));
}

/** The state of each part, problems first. */
export function healthOf(inventory: ClusterInventory, parts: readonly ObjectId[]): readonly HealthRow[] {
  const live = new Map(
    inventory.flatMap((object): readonly [string, Tree][] => {
      const id = readId(object);
      return id ? [[formatId(id), object]] : [];
    }),
  );
  const rows = parts.map((id) => healthRow(id, live.get(formatId(id))));
  return rows.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}

type State = Pick<HealthRow, 'state' | 'pods' | 'since' | 'reason'>;

function healthRow(id: ObjectId, object: Tree | undefined): HealthRow {
  const { kind, name, namespace } = id;
  const isJob = kind === 'CronJob';
  const found = object === undefined ? absent : isJob ? stateOfJob(object) : stateOfPods(kind, object);
  const template = isJob ? ['spec', 'jobTemplate', 'spec', 'template'] : ['spec', 'template'];
  const image = textAt(listAt(object, ...template, 'spec', 'containers')[0], 'image');
  return { key: formatId(id), kind, name, namespace, image, ...found, command: commandFor(id, object, found) };
}

const absent: State = { state: 'missing', pods: undefined, since: '', reason: '' };

function stateOfPods(kind: string, object: Tree): State {
  const number = (...path: readonly string[]) => Number(valueAt(object, ...path) ?? 0);
  const isDaemon = kind === 'DaemonSet';
  const wanted = isDaemon
    ? number('status', 'desiredNumberScheduled')
    : Number(valueAt(object, 'spec', 'replicas') ?? 1);
  const ready = number('status', isDaemon ? 'numberReady' : 'readyReplicas');
  const state = ready >= wanted ? 'ready' : 'degraded';
  const conditions = listAt(object, 'status', 'conditions');
  const available = conditions.find((one) => textAt(one, 'type') === 'Available');
  const failed = conditions.find((one) => textAt(one, 'type') === 'ReplicaFailure');
  const reason = state === 'ready' ? '' : textAt(failed, 'message') || textAt(available, 'message');
  return { state, pods: { ready, wanted }, since: textAt(available, 'lastTransitionTime'), reason };
}

/** While the last run is active, the last success is earlier than its start, so an active CronJob counts as ready. */
function stateOfJob(object: Tree): State {
  const [last, succeeded] = [
    textAt(object, 'status', 'lastScheduleTime'),
    textAt(object, 'status', 'lastSuccessfulTime'),
  ];
  const isActive = listAt(object, 'status', 'active').length > 0;
  const isGood = isActive || succeeded >= last;
  return { state: last === '' ? 'waiting' : isGood ? 'ready' : 'degraded', pods: undefined, since: last, reason: '' };
}

function commandFor({ kind, name, namespace }: ObjectId, object: Tree | undefined, { state }: State): string {
  if (object === undefined) return `kubectl get events -n ${namespace}`;
  if (state !== 'degraded') return '';
  if (kind === 'CronJob') return `kubectl get jobs,pods -n ${namespace}`;
  const labels = textEntriesAt(object, 'spec', 'selector', 'matchLabels').map((pair) => pair.join('='));
  return labels.length === 0
    ? `kubectl describe ${kind.toLowerCase()} ${name} -n ${namespace}`
    : `kubectl describe pods -n ${namespace} -l ${labels.join(',')}`;
}
