import { tenantLabel as ownTenantLabel } from '../../../core/kind/tenant.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import type { Path, Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import type { Components } from './modes.ts';
import { apiServerPorts } from './network.ts';
import { pageProbes, resourcesOr } from './pod.ts';
import { componentWaves, fullName, type Identity, metaOf, type Site, selectorOf } from './site.ts';
import { workloadObjects } from './workload-objects.ts';

export type KubeStateMetricsValues = NonNullable<NonNullable<Components['kubeStateMetrics']>['values']>;

/** kube-state-metrics, which exports the state of objects as metrics. */
export interface KubeStateMetrics {
  readonly name: string;
  readonly values: KubeStateMetricsValues;
}

export const kubeStateMetricsPort = 8080;
const telemetryPort = 8081;

export function kubeStateMetricsName(release: string): string {
  return fullName(release, 'kube-state-metrics');
}

/** The kinds of objects that the values can select for export, by API group, except Secrets. */
const groups: Readonly<Record<string, readonly string[]>> = {
  '': [
    ...['configmaps', 'endpoints', 'limitranges', 'namespaces', 'nodes', 'persistentvolumeclaims', 'persistentvolumes'],
    ...['pods', 'replicationcontrollers', 'resourcequotas', 'services'],
  ],
  'admissionregistration.k8s.io': ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
  apps: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'],
  autoscaling: ['horizontalpodautoscalers'],
  batch: ['cronjobs', 'jobs'],
  'certificates.k8s.io': ['certificatesigningrequests'],
  'coordination.k8s.io': ['leases'],
  'networking.k8s.io': ['ingresses', 'networkpolicies'],
  policy: ['poddisruptionbudgets'],
  'storage.k8s.io': ['storageclasses', 'volumeattachments'],
};

/** The kinds of objects whose metrics showback, OpenCost and the rules read. */
const needed = [
  ...['cronjobs', 'daemonsets', 'deployments', 'jobs', 'namespaces', 'nodes', 'persistentvolumeclaims'],
  ...['persistentvolumes', 'pods', 'replicasets', 'replicationcontrollers', 'resourcequotas', 'services'],
  ...['statefulsets', 'storageclasses'],
];

export function kubeStateMetricsObjects(site: Site, { name, values }: KubeStateMetrics): readonly Emit[] {
  const chosen = (values.collectors ?? []).filter((kind) => kind !== 'secrets');
  const kinds = [...new Set([...needed, ...chosen])].sort();
  const objects = workloadObjects(site, {
    name,
    app: 'kube-state-metrics',
    wave: componentWaves.sources,
    image: site.settings.images.kubeStateMetrics,
    user: 65_534,
    args: argumentsOf(site, kinds),
    env: [],
    port: kubeStateMetricsPort,
    probes: probes(),
    resources: resourcesOr(values.resources, '50m', '256Mi'),
    scheduling: values,
    scratch: [],
    rules: rulesFor(kinds),
    traffic: { from: ['monitoring', 'prometheus'], reaches: apiServerPorts },
  });
  const monitored = site.settings.prometheusOperator || values.prometheus?.monitor?.enabled === true;
  const labels = values.prometheus?.monitor?.additionalLabels;
  return monitored
    ? [...objects, serviceMonitor(site, { name, app: 'kube-state-metrics' }, { labels, job: site.stateJob })]
    : objects;
}

/** A permission to list Secrets always includes their contents. */
export function warnAboutSecrets({ collectors = [] }: KubeStateMetricsValues, path: Path, report: Report): void {
  const index = collectors.indexOf('secrets');
  if (index < 0) return;
  const message = 'secrets has no effect: components of the platform are not allowed to read Secrets';
  report('ignored-field', [...path, 'collectors', index], message, { fix: 'remove it' });
}

function argumentsOf({ tenantLabel }: Site, kinds: readonly string[]): readonly string[] {
  const tenants = [...new Set([ownTenantLabel, tenantLabel])].join(',');
  const labels = [
    `cronjobs=[app.kubernetes.io/component]`,
    `namespaces=[${tenants}]`,
    `persistentvolumes=[${ownTenantLabel}]`,
  ];
  return [
    `--resources=${kinds.join(',')}`,
    `--metric-labels-allowlist=${labels.join(',')}`,
    `--port=${kubeStateMetricsPort}`,
    `--telemetry-port=${telemetryPort}`,
  ];
}

/**
 * The pages that the developers of kube-state-metrics recommend for probes [sources: mto-40]. A probe of the metrics page would
 * print all objects of the cluster.
 */
function probes(): Tree {
  const { livenessProbe } = pageProbes('/livez', '/livez');
  const { readinessProbe, startupProbe } = pageProbes('/readyz', '/readyz', telemetryPort);
  return { livenessProbe, readinessProbe, startupProbe };
}

function rulesFor(kinds: readonly string[]): readonly Tree[] {
  return Object.entries(groups).flatMap(([group, all]) => {
    const resources = all.filter((kind) => kinds.includes(kind));
    return resources.length === 0 ? [] : [{ apiGroups: [group], resources, verbs: ['list', 'watch'] }];
  });
}

interface Monitoring {
  readonly labels?: Labels | undefined;
  /** The job of the targets; by default the label app.kubernetes.io/name of the Service. */
  readonly job?: string;
}

/**
 * The labels of the metrics of exporters identify other objects, so a scrape must not replace them. Rules and showback select
 * kube-state-metrics by its job.
 */
export function serviceMonitor(site: Site, identity: Identity, { labels = {}, job }: Monitoring = {}): Emit {
  const view = metaOf(identity, site.namespace);
  const relabelings = job === undefined ? {} : { relabelings: [{ replacement: job, targetLabel: 'job' }] };
  return emit('service-monitor', {
    ...view,
    labels: { ...site.settings.monitorLabels, ...labels, ...view.labels },
    spec: {
      endpoints: [{ honorLabels: true, interval: '1m', port: 'main', ...relabelings }],
      jobLabel: 'app.kubernetes.io/name',
      selector: { matchLabels: selectorOf(identity) },
    },
  });
}
