/**
 * The job of kube-state-metrics. Prometheus Operator names a job after a Service, a label or a monitor of the tenant. None
 * of these contains a colon, so no tenant can add targets to this job without relabeling.
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

/** A completed pod keeps its requests in kube-state-metrics, but only running pods are billed for them. */
export function requested(resource: string, state: string): string {
  const requests = `max by (namespace,pod,container)(kube_pod_container_resource_requests{${state},resource="${resource}",node!=""})`;
  return `${requests} and on (namespace,pod) (max by (namespace,pod)(kube_pod_status_phase{${state},phase="Running"}) == 1)`;
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
export const usedCpu = `sum by (namespace,pod,container)${plausible(`rate(container_cpu_usage_seconds_total{${container}}[2m])`)}`;
export const usedMemory = `max by (namespace,pod,container)${plausible(`container_memory_working_set_bytes{${container}}`)}`;

/** The larger of two queries for each container. */
export function larger(one: string, other: string): string {
  const tagged = (query: string, tag: string) => `label_replace(${query}, "of", "${tag}", "", "")`;
  return `max by (namespace,pod,container)(${tagged(one, 'request')} or ${tagged(other, 'use')})`;
}
