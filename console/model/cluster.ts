import { platformTenant } from '../../core/kind/tenant.ts';
import { listAt, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { formatId, type ObjectId, readId } from '../../kubernetes/object-id.ts';
import { retainedVolumes } from '../../sidecar/decide/retained.ts';
import type { ClusterInventory } from './inventory.ts';
import { type QuotaUse, quotaUseOf } from './quota-use.ts';
import type { World } from './world.ts';

/** A volume that the sidecar retains. */
export interface VolumeRow {
  readonly name: string;
  readonly tenant: string;
  readonly claim: string;
  readonly state: string;
  readonly size: string;
  readonly since: string;
}

export function volumeRows(inventory: ClusterInventory): readonly VolumeRow[] {
  return retainedVolumes(inventory).map(({ volume, state, claim, size, since }) => {
    return { name: volume.name, tenant: volume.tenant, claim, state, size, since };
  });
}

/** The use of the quotas in an inventory. */
export function quotaUseIn(inventory: ClusterInventory): QuotaUse {
  const quotas = inventory.filter((object) => textAt(object, 'kind') === 'ResourceQuota');
  return Object.fromEntries(
    quotas.map((quota) => [
      `${textAt(quota, 'metadata', 'namespace')}/${textAt(quota, 'metadata', 'name')}`,
      quotaUseOf(mappingAt(quota, 'status', 'hard'), mappingAt(quota, 'status', 'used')),
    ]),
  );
}

/** A rendered workload of the platform, and its state in the cluster. */
export interface HealthRow {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly state: 'ready' | 'degraded' | 'missing';
  /** Replicas, or pods on nodes. */
  readonly ready: number;
  readonly wanted: number;
  readonly image: string;
}

const workloads: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

export function healthRows(inventory: ClusterInventory, world: World): readonly HealthRow[] {
  return healthOf(inventory, platformWorkloads(world));
}

/** The rendered workloads of the platform. */
export function platformWorkloads(world: World): readonly ObjectId[] {
  return world.of(platformTenant).objects.flatMap(({ id }) => (workloads.has(id.kind) ? [id] : []));
}

export function healthOf(inventory: ClusterInventory, own: readonly ObjectId[]): readonly HealthRow[] {
  const live = new Map(
    inventory.flatMap((object): readonly [string, Tree][] => {
      const id = readId(object);
      return id ? [[formatId(id), object]] : [];
    }),
  );
  return own.map((id) => healthRow(id, live.get(formatId(id))));
}

function healthRow(id: ObjectId, object: Tree | undefined): HealthRow {
  const number = (...path: readonly string[]) => Number(valueAt(object, ...path) ?? 0);
  const isDaemon = id.kind === 'DaemonSet';
  const wanted = isDaemon
    ? number('status', 'desiredNumberScheduled')
    : Number(valueAt(object, 'spec', 'replicas') ?? 1);
  const ready = number('status', isDaemon ? 'numberReady' : 'readyReplicas');
  const state = object === undefined ? 'missing' : ready >= wanted ? 'ready' : 'degraded';
  const image = textAt(listAt(object, 'spec', 'template', 'spec', 'containers')[0], 'image');
  const { kind, name, namespace } = id;
  return { key: formatId(id), kind, name, namespace, state, ready, wanted, image };
}
