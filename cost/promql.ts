/**
 * The job of kube-state-metrics. Prometheus Operator names the job of a monitor after a Service, a label or the monitor. None of
 * these contains a colon, so no ServiceMonitor or PodMonitor of a tenant can add targets to this job without relabeling.
 */
export const defaultStateJob = 'leasehold:kube-state-metrics';

/** Selects kube-state-metrics: OpenCost and tenants can export metrics with the same names. */
export function stateOf(job: string): string {
  return `job="${job}"`;
}

/** The name of a Kubernetes label in Prometheus and OpenCost. */
export function metricLabel(label: string): string {
  return label.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/**
 * The requests of containers and sidecars in running pods, and of init containers that run before their pod does. A completed
 * pod keeps its requests in kube-state-metrics, but costs nothing. While the containers of a pod run, its init containers
 * other than sidecars have ended, so no part of a node is billed twice.
 */
export function requested(resource: string, state: string): string {
  const requests = (kind: string) =>
    `${byContainer}(kube_pod_${kind}_resource_requests{${state},resource="${resource}",node!=""})`;
  const [containers, inits] = [requests('container'), requests('init_container')];
  const sidecar = `${byContainer}(kube_pod_init_container_info{${state},restart_policy="Always"})`;
  const started = `${byContainer}(kube_pod_init_container_status_running{${state}}) == 1`;
  const inPhase = (phase: string) => `and on (namespace,pod) ${podsIn(phase, state)}`;
  return [
    `${containers} ${inPhase('Running')}`,
    `${inits} and ${sidecar} ${inPhase('Running')}`,
    `${inits} and (${started}) ${inPhase('Pending')}`,
  ].join(' or ');
}

const byContainer = 'max by (namespace,pod,container)';

/** Selects the pods in a phase. */
export function podsIn(phase: string, state: string): string {
  return `(max by (namespace,pod)(kube_pod_status_phase{${state},phase="${phase}"}) == 1)`;
}

/**
 * Omits series with impossible values. A tenant can export metrics with the same names as the kubelet's, and NaN or Inf
 * would replace the measured value of the same pod.
 */
export function plausible(query: string): string {
  return `(${query} >= 0 < 1e15)`;
}

/** Selects the containers of pods in the metrics of the kubelet. */
export const container = 'container!="",container!="POD"';
/**
 * The cores in use. The labels `cpu`, `id`, `image` and `name` distinguish parts of a container, which are summed up. All other
 * labels distinguish its sources, such as jobs, endpoints or replicas of Prometheus, of which only the largest value counts.
 */
export const usedCpu = `${byContainer}(sum without (cpu,id,image,name)${plausible(`rate(container_cpu_usage_seconds_total{${container}}[2m])`)})`;
export const usedMemory = `${byContainer}${plausible(`container_memory_working_set_bytes{${container}}`)}`;

/** The larger of two queries for each container. */
export function larger(one: string, other: string): string {
  const tagged = (query: string, tag: string) => `label_replace(${query}, "of", "${tag}", "", "")`;
  return `${byContainer}(${tagged(one, 'request')} or ${tagged(other, 'use')})`;
}
