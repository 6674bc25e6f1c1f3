import { groupBy } from '../../data/group-by.ts';
import { listAt, mappingAt, type Tree, textAt, textEntriesAt } from '../../data/tree.ts';
import { quantityOf } from './ceiling.ts';
import type { ClusterInventory } from './inventory.ts';
import { namespaceRows } from './namespaces.ts';
import { quotaSums } from './quota-sums.ts';
import type { World } from './world.ts';

/** Cores, bytes and pods. */
export interface Load {
  readonly cpu: number;
  readonly memory: number;
  readonly pods: number;
}

export interface NodeRow {
  readonly name: string;
  readonly labels: readonly (readonly [string, string])[];
  readonly allocatable: Load;
  readonly requested: Load;
}

/** The requests and quotas of tenants compared with the capacity of some nodes. */
export interface CapacityView {
  /** The nodes that the filter selects. */
  readonly nodes: readonly NodeRow[];
  /** Labels of all nodes, as `key=value`. */
  readonly labels: readonly string[];
  readonly allocatable: Load;
  readonly requested: Load;
  /** The sum of the quotas of all tenants. */
  readonly quota: Load;
  /** Requests of pods on these nodes, by tenant; an empty name for other namespaces. */
  readonly tenants: readonly { readonly tenant: string; readonly requested: Load; readonly quota: Load }[];
}

const nothing: Load = { cpu: 0, memory: 0, pods: 0 };

/** The capacity of the nodes that have all labels of a filter: `pool=gpu, zone=a`. */
export function capacityOf(inventory: ClusterInventory, filter: string, world: World): CapacityView {
  return capacityWith(quotaLoads(world), inventory, filter);
}

/** At a commit, the quotas of all tenants together and of each tenant, and the tenants of namespaces. */
export interface QuotaLoads {
  readonly all: Load;
  readonly tenants: ReadonlyMap<string, Load>;
  readonly owners: ReadonlyMap<string, string>;
}

export function quotaLoads(world: World): QuotaLoads {
  const { objects } = world.all();
  const tenants = [...groupBy(objects, ({ tenant }) => tenant)].map(([name, own]) => [name, quotaLoad(own)] as const);
  const owners = new Map(namespaceRows(world).map(({ name, tenant }) => [name, tenant]));
  return { all: quotaLoad(objects), tenants: new Map(tenants), owners };
}

export function capacityWith(quotas: QuotaLoads, inventory: ClusterInventory, filter: string): CapacityView {
  const wanted = filter.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
  const kinds = groupBy(inventory, (object) => textAt(object, 'kind'));
  const running = (kinds.get('Pod') ?? []).filter(
    (pod) => !['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase')),
  );
  const pods = groupBy(running, (pod) => textAt(pod, 'spec', 'nodeName'));
  const all = (kinds.get('Node') ?? []).map((node) => nodeRow(node, pods.get(textAt(node, 'metadata', 'name')) ?? []));
  const nodes = all.filter(({ labels }) => wanted.every((pair) => labels.some((label) => label.join('=') === pair)));
  const placed = nodes.flatMap(({ name }) => pods.get(name) ?? []);
  return {
    nodes,
    labels: [...new Set(all.flatMap(({ labels }) => labels.map((label) => label.join('='))))].sort(),
    allocatable: nodes.reduce((sum, node) => added(sum, node.allocatable), nothing),
    requested: nodes.reduce((sum, node) => added(sum, node.requested), nothing),
    quota: quotas.all,
    tenants: tenantLoads(placed, quotas),
  };
}

function added(a: Load, b: Load): Load {
  return { cpu: a.cpu + b.cpu, memory: a.memory + b.memory, pods: a.pods + b.pods };
}

function nodeRow(node: Tree, pods: readonly Tree[]): NodeRow {
  const amounts = mappingAt(node, 'status', 'allocatable');
  return {
    name: textAt(node, 'metadata', 'name'),
    labels: textEntriesAt(node, 'metadata', 'labels'),
    allocatable: {
      cpu: quantityOf(amounts['cpu']),
      memory: quantityOf(amounts['memory']),
      pods: quantityOf(amounts['pods']),
    },
    requested: pods.map(requestsOf).reduce(added, nothing),
  };
}

/** The sum of the requests of all containers that run at the same time, without the overhead of a runtime class. */
function requestsOf(pod: Tree): Load {
  const sidecars = listAt(pod, 'spec', 'initContainers').filter((one) => textAt(one, 'restartPolicy') === 'Always');
  const running = [...listAt(pod, 'spec', 'containers'), ...sidecars];
  const requests = running.map((one) => mappingAt(one, 'resources', 'requests'));
  const sum = (name: string) => requests.reduce((total, one) => total + quantityOf(one[name] ?? 0), 0);
  return { cpu: sum('cpu'), memory: sum('memory'), pods: 1 };
}

function quotaLoad(objects: Parameters<typeof quotaSums>[0]): Load {
  const sums = quotaSums(objects);
  const first = (...names: readonly string[]) => sums.get(names.find((name) => sums.has(name)) ?? '') ?? 0;
  return {
    cpu: first('requests.cpu', 'cpu'),
    memory: first('requests.memory', 'memory'),
    pods: first('pods', 'count/pods'),
  };
}

function tenantLoads(pods: readonly Tree[], { owners, tenants }: QuotaLoads): CapacityView['tenants'] {
  const own = groupBy(pods, (pod) => owners.get(textAt(pod, 'metadata', 'namespace')) ?? '');
  const names = [...new Set([...own.keys(), ...owners.values()])].sort();
  return names.map((tenant) => ({
    tenant,
    requested: (own.get(tenant) ?? []).map(requestsOf).reduce(added, nothing),
    quota: (tenant === '' ? undefined : tenants.get(tenant)) ?? nothing,
  }));
}
