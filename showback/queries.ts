import type { Basis } from '../cost/catalogue.ts';
import { container, larger, metricLabel, plausible, podsIn, requested, usedCpu, usedMemory } from '../cost/promql.ts';

export type Query =
  | 'minutes'
  | 'kubeletMinutes'
  | 'cpu'
  | 'gpu'
  | 'memory'
  | 'volumes'
  | 'sent'
  | 'received'
  | 'capacity'
  | 'tenants'
  | 'podOwners'
  | 'replicaSetOwners'
  | 'jobOwners';

/**
 * The queries, which are evaluated at the end of an hour. A range of 3599 seconds contains 60 samples, one for each minute, in
 * every version of Prometheus, whether or not the range includes its start [sources: prometheus-1].
 */
export function queriesFor(basis: Basis, tenantLabel: string, state: string): Readonly<Record<Query, string>> {
  const label = `label_${metricLabel(tenantLabel)}`;
  return {
    minutes: `sum_over_time(max(up{${state}})[3599s:1m])`,
    kubeletMinutes: `count_over_time((count(${measured}) unless on () ${unmeasuredNodes(state)})[3599s:1m])`,
    cpu: hourOfPods(basis === 'usage' ? usedCpu : larger(requested('cpu', state), usedCpu)),
    gpu: hourOfPods(requested('nvidia_com_gpu', state)),
    memory: hourOfPods(basis === 'usage' ? usedMemory : larger(requested('memory', state), usedMemory)),
    volumes: `sum by (namespace,persistentvolumeclaim)(${minutely(`max by (namespace,persistentvolumeclaim)(kube_persistentvolumeclaim_resource_requests_storage_bytes{${state}})`)}) / 60`,
    sent: traffic('transmit'),
    received: traffic('receive'),
    capacity: `sum by (resource)(${minutely(`max by (node,resource)(kube_node_status_capacity{${state},resource=~"cpu|memory|nvidia_com_gpu"})`)}) / 60`,
    tenants: `max by (namespace,${label})(${latest(`kube_namespace_labels{${state},${label}!=""}`)})`,
    podOwners: podOwners(state),
    replicaSetOwners: `max by (namespace,replicaset,owner_kind,owner_name)(${latest(`kube_replicaset_owner{${state},${controller}}`)}) and on (namespace,replicaset) ${ownersOfPods('ReplicaSet', 'replicaset', state)}`,
    jobOwners: `max by (namespace,job_name,owner_kind,owner_name)(${latest(`kube_job_owner{${state},${controller}}`)}) and on (namespace,job_name) ${ownersOfPods('Job', 'job_name', state)}`,
  };
}

/**
 * Selects the controller of an object, if its kind and name are valid. An object can have thousands of owners with names of any
 * length, so a few objects of one tenant would exceed the maximum size of a response.
 */
const controller = 'owner_is_controller="true",owner_kind=~"[!-~]{1,63}",owner_name=~"[!-~]{1,253}"';

function podOwners(state: string, more = ''): string {
  const owners = latest(`kube_pod_owner{${state},${controller}${more}}`);
  return `max by (namespace,pod,owner_kind,owner_name)(${owners}) and on (namespace,pod) ${measuredPods(state)}`;
}

/** The owners of one kind of measured pods, with the name in a label. Tenants can have any number of other such objects. */
function ownersOfPods(kind: string, label: string, state: string): string {
  return `label_replace(${podOwners(state, `,owner_kind="${kind}"`)}, "${label}", "$1", "owner_name", "(.*)")`;
}

/** The pods that can have usage in the hour. Tenants can have any number of others, which no node runs. */
function measuredPods(state: string): string {
  const series = [
    `max_over_time(kube_pod_status_phase{${state},phase="Running"}[1h]) == 1`,
    `max_over_time(kube_pod_init_container_status_running{${state}}[1h]) == 1`,
    'count_over_time(container_cpu_usage_seconds_total{pod!=""}[1h])',
    'count_over_time(container_memory_working_set_bytes{pod!=""}[1h])',
    'count_over_time(container_network_receive_bytes_total{pod!=""}[1h])',
    'count_over_time(container_network_transmit_bytes_total{pod!=""}[1h])',
  ];
  return `(${series.map((one) => `max by (namespace,pod)(${one})`).join(' or ')})`;
}

function minutely(query: string): string {
  return `sum_over_time((${query})[3599s:1m])`;
}

function hourOfPods(query: string): string {
  return `sum by (namespace,pod)(${minutely(query)}) / 60`;
}

const measured = `container_memory_working_set_bytes{${container}}`;

/**
 * The nodes with running pods, none of which has metrics of the kubelet. Metrics of the kubelet need not name their node.
 */
function unmeasuredNodes(state: string): string {
  const pods = `max by (namespace,pod,node)(kube_pod_info{${state},node!=""}) and on (namespace,pod) ${podsIn('Running', state)}`;
  return `(count by (node)(${pods}) unless on (node) count by (node)(${pods} and on (namespace,pod) ${measured}))`;
}

/** The bytes of each interface of a pod, which several jobs or replicas of Prometheus can store. A new pod has a new ID. */
function traffic(direction: 'receive' | 'transmit'): string {
  const bytes = plausible(`increase(container_network_${direction}_bytes_total{pod!=""}[1h])`);
  return `sum by (namespace,pod)(max by (namespace,pod,id,interface)${bytes})`;
}

/** The time of the last sample of each series, so that the newest series decides. */
function latest(series: string): string {
  return `max_over_time(timestamp(${series})[3599s:1m])`;
}
