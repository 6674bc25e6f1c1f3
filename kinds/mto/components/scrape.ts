import type { Tree } from '../../../data/tree.ts';

/** What Prometheus scrapes. Undefined for what there is not. */
export interface ScrapeTargets {
  /** The Service of kube-state-metrics, with its port. */
  readonly kubeStateMetrics: string | undefined;
  readonly openCost: string | undefined;
  /** The Service with the metrics of Argo CD's application controller. */
  readonly argocd: string | undefined;
  readonly gateway: string | undefined;
}

/** The names of the jobs. Rules and showback select kube-state-metrics by its job. */
export const jobNames = [
  'kube-state-metrics',
  'opencost',
  'kubelet-cadvisor',
  'kubelet',
  'argocd',
  'leasehold-gateway',
] as const;

export function scrapeConfigs(targets: ScrapeTargets): readonly Tree[] {
  const { argocd, gateway, kubeStateMetrics, openCost } = targets;
  return [
    ...(kubeStateMetrics === undefined ? [] : [statically('kube-state-metrics', kubeStateMetrics)]),
    // Its labels state which node or pod a metric is about. No tenant can write its metrics.
    ...(openCost === undefined ? [] : [statically('opencost', openCost)]),
    kubelet('kubelet-cadvisor', '/metrics/cadvisor', usedMetrics),
    kubelet('kubelet', '/metrics', volumeMetrics),
    ...(argocd === undefined ? [] : [statically('argocd', argocd, false)]),
    ...(gateway === undefined ? [] : [statically('leasehold-gateway', gateway, false)]),
  ];
}

/** A Service with one pod. Its labels are about other objects, so they must not be replaced by those of the pod. */
function statically(job: string, target: string, honor = true): Tree {
  return { honor_labels: honor, job_name: job, static_configs: [{ targets: [target] }] };
}

/** What OpenCost and showback read of the kubelet; it exposes several times as much. */
const usedMetrics =
  'container_(cpu_usage_seconds_total|memory_working_set_bytes|network_(receive|transmit)_bytes_total|fs_(limit|usage)_bytes)';
const volumeMetrics = 'kubelet_volume_stats_(available|capacity|used)_bytes';

const account = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Asks each node itself. Kubelets often have certificates that no authority of the cluster has signed. */
function kubelet(job: string, path: string, metrics: string): Tree {
  return {
    authorization: { credentials_file: `${account}/token` },
    job_name: job,
    kubernetes_sd_configs: [{ role: 'node' }],
    metric_relabel_configs: [{ action: 'keep', regex: metrics, source_labels: ['__name__'] }],
    metrics_path: path,
    relabel_configs: [{ source_labels: ['__meta_kubernetes_node_name'], target_label: 'node' }],
    scheme: 'https',
    tls_config: { ca_file: `${account}/ca.crt`, insecure_skip_verify: true },
  };
}
