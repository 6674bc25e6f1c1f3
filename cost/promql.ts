/** Selects kube-state-metrics: OpenCost exports metrics with the same names, which would be counted twice. */
export const state = 'job="kube-state-metrics"';

/** The name of a Kubernetes label in Prometheus and OpenCost. */
export function metricLabel(label: string): string {
  return label.replaceAll(/[^A-Za-z0-9_]/g, '_');
}

/** A completed pod keeps its requests in kube-state-metrics, but only running pods are billed for them. */
export function requested(resource: string): string {
  const requests = `max by (namespace,pod,container)(kube_pod_container_resource_requests{${state},resource="${resource}",node!=""})`;
  return `${requests} and on (namespace,pod) (max by (namespace,pod)(kube_pod_status_phase{${state},phase="Running"}) == 1)`;
}

const container = 'container!="",container!="POD"';
export const usedCpu = `sum by (namespace,pod,container)(rate(container_cpu_usage_seconds_total{${container}}[2m]))`;
export const usedMemory = `max by (namespace,pod,container)(container_memory_working_set_bytes{${container}})`;

/** The larger of two queries for each container. */
export function larger(one: string, other: string): string {
  const tagged = (query: string, tag: string) => `label_replace(${query}, "of", "${tag}", "", "")`;
  return `max by (namespace,pod,container)(${tagged(one, 'request')} or ${tagged(other, 'use')})`;
}
