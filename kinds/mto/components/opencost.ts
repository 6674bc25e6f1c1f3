import { type Emit, emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { pricingText } from '../../../cost/opencost.ts';
import type { Path } from '../../../data/tree.ts';
import { variable } from '../../../kubernetes/script-container.ts';
import type { Labels } from '../../../templates/views.ts';
import { serviceMonitor } from './kube-state-metrics.ts';
import type { Components } from './modes.ts';
import { apiServerPorts } from './network.ts';
import { pageProbes, resourcesOr } from './pod.ts';
import { prometheusPort } from './prometheus.ts';
import { componentWaves, fullName, metaOf, type Site } from './site.ts';
import { reportUnsupported } from './unsupported.ts';
import { workloadObjects } from './workload-objects.ts';

export type OpenCostValues = NonNullable<NonNullable<Components['opencost']>['values']>;

/** OpenCost allocates the cost of nodes and volumes to workloads. */
export interface OpenCost {
  readonly name: string;
  readonly values: OpenCostValues;
  /** The URL of the Prometheus that it reads. */
  readonly prometheus: string;
  /** Whether leasehold renders this Prometheus. */
  readonly isOwnPrometheus: boolean;
  /** A ConfigMap with the prices of another resource. Prices in the values take precedence. */
  readonly pricing: string | undefined;
}

export const openCostPort = 9003;

export function openCostName(release: string): string {
  return fullName(release, 'opencost');
}

const read = ['get', 'list', 'watch'];

/** OpenCost reads objects, but no Secrets, and ConfigMaps only in its own namespace. */
const rules = [
  {
    apiGroups: [''],
    resources: [
      ...['endpoints', 'limitranges', 'namespaces', 'nodes', 'persistentvolumeclaims', 'persistentvolumes', 'pods'],
      ...['replicationcontrollers', 'resourcequotas', 'services'],
    ],
    verbs: read,
  },
  { apiGroups: ['apps'], resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'], verbs: read },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: read },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: read },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: read },
  { apiGroups: ['storage.k8s.io'], resources: ['storageclasses'], verbs: read },
];

const configFolder = '/var/configs';

export function openCostObjects(site: Site, openCost: OpenCost): readonly Emit[] {
  const { name, values } = openCost;
  const { exporter = {} } = values.opencost ?? {};
  const own = ownPricing(values);
  const prices = own ? `${name}-pricing` : openCost.pricing;
  const objects = workloadObjects(site, {
    name,
    app: 'opencost',
    wave: componentWaves.consumers,
    image: site.settings.images.opencost,
    user: 1001,
    args: [],
    env: environment(site, openCost, prices !== undefined),
    port: openCostPort,
    probes: pageProbes('/healthz', '/healthz'),
    resources: resourcesOr(exporter.resources ?? values.resources, '50m', '256Mi'),
    scheduling: values,
    ...(prices === undefined ? {} : { foreignFiles: { name: prices, mountPath: configFolder } }),
    scratch: ['/tmp', ...(prices === undefined ? [configFolder] : [])],
    rules,
    trusts: ['SSL_CERT_FILE'],
    localRules: [{ apiGroups: [''], resources: ['configmaps'], verbs: read }],
    traffic: { from: ['monitoring', 'prometheus', 'showback'], reaches: portsOf(openCost) },
  });
  const identity = { name, app: 'opencost' };
  const view = metaOf(identity, site.namespace, `${name}-pricing`);
  return [
    ...objects,
    ...(own ? [emit('config-map', { ...view, data: { 'default.json': pricingText(own) } })] : []),
    ...(site.settings.prometheusOperator ? [serviceMonitor(site, identity)] : []),
  ];
}

/** The pods behind the Service of another Prometheus can listen on any port. Cloud providers publish their prices on 443. */
function portsOf({ isOwnPrometheus }: OpenCost) {
  return isOwnPrometheus ? [...apiServerPorts, prometheusPort] : 'everything';
}

/**
 * Reports the UI of OpenCost, which is in a separate image, and replicas. Replicas cause only a warning, because a sample of
 * MTO's documentation sets them.
 */
export function checkPods({ opencost = {} }: OpenCostValues, path: Path, report: Report): void {
  const { exporter, ui } = opencost;
  if (ui?.enabled === true) {
    const reason = 'leasehold does not render the UI of OpenCost';
    reportUnsupported([...path, 'opencost', 'ui', 'enabled'], reason, report);
  }
  if ((exporter?.replicas ?? 1) === 1) return;
  const message =
    'replicas has no effect: leasehold renders one pod, because several would each export the same metrics';
  report('ignored-field', [...path, 'opencost', 'exporter', 'replicas'], message, { fix: 'remove the field' });
}

/** The URL of the Prometheus that the values specify. Undefined if they specify none. */
export function prometheusOfValues({ opencost }: OpenCostValues): string | undefined {
  const { external, internal } = opencost?.prometheus ?? {};
  if (external?.url !== undefined && external.enabled !== false) return external.url;
  if (!internal || internal.enabled === false) return undefined;
  const { serviceName = 'prometheus-server', namespaceName = 'prometheus-system', port = 80 } = internal;
  return `http://${serviceName}.${namespaceName}:${port}`;
}

function ownPricing({ opencost }: OpenCostValues): Labels | undefined {
  const { enabled = false, costModel = {}, provider = 'custom' } = opencost?.customPricing ?? {};
  const prices = Object.entries(costModel).map(([name, price]) => [name, decimal(price)]);
  return enabled ? { provider, ...Object.fromEntries(prices) } : undefined;
}

/** A number as decimal digits, without an exponent. */
function decimal(price: string | number): string {
  return typeof price === 'string' ? price : String(price).includes('e') ? price.toFixed(18) : String(price);
}

/** OpenCost can also export the metrics of kube-state-metrics. With both sources, sums would double. */
function environment({ cluster, namespace }: Site, { prometheus, values }: OpenCost, isPriced: boolean) {
  return [
    variable('API_PORT', String(openCostPort)),
    variable('CLUSTER_ID', values.opencost?.exporter?.defaultClusterId ?? cluster),
    variable('CONFIG_PATH', configFolder),
    variable('EMIT_KSM_V1_METRICS', 'false'),
    variable('EMIT_KSM_V1_METRICS_ONLY', 'true'),
    // The name of the variable depends on the version.
    variable('INSTALL_NAMESPACE', namespace),
    variable('KUBECOST_NAMESPACE', namespace),
    variable('PROMETHEUS_SERVER_ENDPOINT', prometheus),
    ...(isPriced ? [variable('USE_CUSTOM_PROVIDER', 'true')] : []),
  ];
}
