import type { Tree } from '../../../data/tree.ts';

/** What Prometheus scrapes. A target that does not exist is undefined. */
export interface ScrapeTargets {
  /** The Service of kube-state-metrics, with its port. */
  readonly kubeStateMetrics: string | undefined;
  readonly openCost: string | undefined;
  /** The Service with the metrics of Argo CD's application controller. */
  readonly argocd: string | undefined;
  /** The headless Service of the gateway, with the port of its pods. */
  readonly gateway: string | undefined;
}

export const argocdJob = 'argocd';

/** The names of the jobs. Rules and showback select kube-state-metrics by its job. */
export function jobNames(stateJob: string): readonly string[] {
  return [stateJob, 'opencost', 'kubelet-cadvisor', 'kubelet', argocdJob, 'leasehold-gateway'];
}

export function scrapeConfigs(targets: ScrapeTargets, stateJob: string): readonly Tree[] {
  const { argocd, gateway, kubeStateMetrics, openCost } = targets;
  return [
    ...(kubeStateMetrics === undefined ? [] : [staticJob(stateJob, kubeStateMetrics)]),
    // OpenCost's labels identify the node or pod of a metric. No tenant can write its metrics.
    ...(openCost === undefined ? [] : [staticJob('opencost', openCost)]),
    kubelet('kubelet-cadvisor', '/metrics/cadvisor', usedMetrics),
    kubelet('kubelet', '/metrics', volumeMetrics),
    ...(argocd === undefined ? [] : [staticJob(argocdJob, argocd, false)]),
    ...(gateway === undefined ? [] : [podsJob('leasehold-gateway', gateway)]),
  ];
}

/**
 * Scrapes one pod of a Service. By default, the labels of its metrics take precedence over those of the target, because they
 * identify other objects.
 */
function staticJob(job: string, target: string, honor = true): Tree {
  return { honor_labels: honor, job_name: job, static_configs: [{ targets: [target] }] };
}

/** Scrapes each ready pod of a headless Service. Its counters would jump if a target were a different pod each time. */
function podsJob(job: string, target: string): Tree {
  const [name, port] = target.split(':');
  return { dns_sd_configs: [{ names: [name], port: Number(port), type: 'A' }], job_name: job };
}

/** The metrics of the kubelet that OpenCost and showback use. The kubelet exposes many others. */
const usedMetrics =
  'container_(cpu_usage_seconds_total|memory_working_set_bytes|network_(receive|transmit)_bytes_total|fs_(limit|usage)_bytes)';
const volumeMetrics = 'kubelet_volume_stats_(available|capacity|used)_bytes';

/** The metrics that rules, showback and OpenCost read. Their labels identify objects of any tenant. */
const platformMetrics =
  '(argocd|container|kube|kubecost|kubelet|leasehold|opencost)[_:].+|(node|pv)_.*hourly_cost|pod_pvc_allocation';

/** An additional job, without the metrics of the platform: its targets can be programs of tenants. */
export function additionalJob(job: Tree): Tree {
  const drop = { action: 'drop', regex: platformMetrics, source_labels: ['__name__'] };
  return { ...job, metric_relabel_configs: [drop] };
}

const account = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Scrapes each node directly, without verifying its certificate: kubelets often have certificates that no CA of the cluster
 * signed.
 */
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
