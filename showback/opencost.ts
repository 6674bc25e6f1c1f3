import type { Basis } from '../cost/catalogue.ts';
import { formatInstant, hour as hourLength, type Instant } from '../cost/instant.ts';
import { addQuantities, noQuantities, type Quantities } from '../cost/meters.ts';
import { metricLabel } from '../cost/promql.ts';
import type { HourUsage, Usage } from '../cost/usage.ts';
import { isMapping, listAt, mappingAt, type Tree, textAt, valueAt } from '../data/tree.ts';
import { type FetchJson, millionths, SourceError, tenantOfLabel, type UsageSource, whole } from './source.ts';

interface Options {
  readonly url: string;
  readonly tenantLabel: string;
  readonly basis: Basis;
  readonly fetchJson: FetchJson;
}

/**
 * Reads usage from OpenCost: the hours of each resource, and the bytes of the network. Ignores the costs, because OpenCost
 * rounds them and computes them with its own prices.
 */
export function openCost({ url, tenantLabel, basis, fetchJson }: Options): UsageSource {
  const base = url.replace(/\/+$/, '');
  const label = metricLabel(tenantLabel);
  return {
    async readHour(hour) {
      const window = `window=${formatInstant(hour)},${formatInstant(hour + hourLength)}`;
      const aggregate = 'namespace,controllerKind,controller,pod';
      const query = `${window}&aggregate=${aggregate}&accumulate=true`;
      const allocations = allocationsIn(await fetchJson(`${base}/allocation/compute?${query}`));
      const nodes = nodesIn(await fetchJson(`${base}/assets?${window}`));
      return hourUsage(hour, { allocations, nodes, basis, label });
    },
  };
}

interface Answers {
  readonly allocations: readonly (readonly [key: string, Tree])[];
  readonly nodes: readonly Tree[];
  readonly basis: Basis;
  /** The label of namespaces, as OpenCost writes it. */
  readonly label: string;
}

function hourUsage(hour: Instant, { allocations, nodes, basis, label }: Answers): HourUsage {
  const usages = allocations.map(([key, allocation]) => {
    const quantities = quantitiesOf(allocation, basis);
    return { ...workloadOf(key.split('/')), tenant: tenantOf(allocation, label), quantities };
  });
  const capacity = nodes.map(capacityOf).reduce(addQuantities, noQuantities);
  const minutes = nodes.reduce((most, node) => Math.max(most, numberAt(node, 'minutes')), 0);
  const isUnlabeled = usages.length > 0 && allocations.every(([, allocation]) => labelIn(allocation, label) === '');
  return { hour, minutes: Math.min(60, Math.round(minutes)), usages, capacity, isUnlabeled };
}

/** `data` has one set for each step. Without usage, a set can be empty or missing. */
function allocationsIn(answer: unknown): Answers['allocations'] {
  requireData(answer);
  return listAt(answer, 'data')
    .filter(isMapping)
    .flatMap((set) => Object.entries(set))
    .filter((entry): entry is [string, Tree] => isMapping(entry[1]));
}

function nodesIn(answer: unknown): readonly Tree[] {
  requireData(answer);
  const data = valueAt(answer, 'data');
  const sets = Array.isArray(data) ? data.filter(isMapping) : [mappingAt(answer, 'data')];
  const assets = sets.flatMap((set) => Object.values(set)).filter(isMapping);
  return assets.filter((asset) => textAt(asset, 'type') === 'Node');
}

function requireData(answer: unknown): void {
  if (isMapping(answer) && answer['code'] === 200) return;
  throw new SourceError(`OpenCost responded with ${JSON.stringify(answer).slice(0, 200)}`);
}

/**
 * Reads the tenant from the label of the namespace. An aggregation by label would prefer the same label of the pod, which a
 * tenant could set to charge another tenant [sources: opencost-1].
 */
function tenantOf(allocation: Tree, label: string): string {
  return tenantOfLabel(labelIn(allocation, label) || undefined);
}

function labelIn(allocation: Tree, label: string): string {
  return textAt(allocation, 'properties', 'namespaceLabels', label);
}

/** The parts of a key have the order of the aggregation. Unknown parts are `__unallocated__`. */
function workloadOf(parts: readonly string[]): Omit<Usage, 'tenant' | 'quantities'> {
  if (parts[0] === unmounted) return volumes;
  const [namespace = '', kind = '', name = '', pod = ''] = parts.map((part) => (part.startsWith('__') ? '' : part));
  const controller = kindOf(kind);
  return { namespace, kind: controller, name: controller === '' ? '' : name, pod };
}

/** OpenCost's name for volumes that no pod mounts. */
const unmounted = '__unmounted__';
const volumes = { namespace: '', kind: 'PersistentVolume', name: '(unmounted)', pod: '' };

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'CronJob', 'Job'];

/** The kind with its capital letters, because OpenCost writes kinds in lower case. */
function kindOf(kind: string): string {
  return kinds.find((one) => one.toLowerCase() === kind.toLowerCase()) ?? kind;
}

function quantitiesOf(allocation: Tree, basis: Basis): Quantities {
  const at = (field: string) => numberAt(allocation, field);
  const hours = at('minutes') / 60;
  return {
    cpuHour: whole(basis === 'usage' ? at('cpuCoreUsageAverage') * hours : at('cpuCoreHours'), millionths),
    gpuHour: whole(at('gpuHours'), millionths),
    ramGbHour: whole(basis === 'usage' ? at('ramByteUsageAverage') * hours : at('ramByteHours')),
    pvGbHour: whole(at('pvByteHours')),
    networkGb: whole(at('networkTransferBytes')) + whole(at('networkReceiveBytes')),
  };
}

function capacityOf(node: Tree): Quantities {
  const at = (field: string) => numberAt(node, field);
  return {
    ...noQuantities,
    cpuHour: whole(at('cpuCoreHours'), millionths),
    gpuHour: whole(at('GPUHours'), millionths),
    ramGbHour: whole(at('ramByteHours')),
  };
}

function numberAt(tree: Tree, field: string): number {
  const value = tree[field] ?? 0;
  if (typeof value === 'number') return value;
  throw new SourceError(
    `OpenCost responded with ${field}: ${JSON.stringify(value).slice(0, 200)}, which is not a number`,
  );
}
