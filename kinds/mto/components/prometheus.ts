import type { Emit } from '../../../core/print/shape.ts';
import { stateOf } from '../../../cost/promql.ts';
import { printYaml } from '../../../yaml/print-yaml.ts';
import { alertRules } from './alerts.ts';
import type { PrometheusValues } from './modes.ts';
import { apiServerPorts } from './network.ts';
import { pageProbes, resourcesOr } from './pod.ts';
import { recordingRules } from './recording-rules.ts';
import { additionalJob, argocdJob, type ScrapeTargets, scrapeConfigs } from './scrape.ts';
import { additionalJobs } from './scrape-jobs.ts';
import { componentWaves, fullName, type Site } from './site.ts';
import { failedSyncs } from './sync-alert.ts';
import { workloadObjects } from './workload-objects.ts';

/** A Prometheus server, which reads its scrape configuration and its rules from files. */
export interface Prometheus {
  readonly name: string;
  readonly values: PrometheusValues;
  readonly targets: ScrapeTargets;
  /** Whether leasehold does not render the kube-state-metrics among the targets. */
  readonly isStateExternal?: boolean;
}

export const prometheusPort = 9090;

export function prometheusName(release: string): string {
  return `${fullName(release, 'prometheus')}-server`;
}

const folder = '/etc/prometheus';
const dataFolder = '/prometheus';

/** Prometheus reads nodes and their metrics, and nothing else in the cluster. */
const rules = [
  { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: [''], resources: ['nodes/metrics'], verbs: ['get'] },
];

export function prometheusObjects(site: Site, prometheus: Prometheus): readonly Emit[] {
  const { name, values } = prometheus;
  const { persistentVolume = {}, resources } = values.server ?? {};
  const { enabled = true, size = '8Gi', storageClass = '' } = persistentVolume;
  return workloadObjects(site, {
    name,
    app: 'prometheus',
    wave: componentWaves.sources,
    image: site.settings.images.prometheus,
    user: 65_534,
    args: argumentsOf(values),
    env: [],
    port: prometheusPort,
    probes: pageProbes('/-/healthy', '/-/ready'),
    resources: resourcesOr(resources ?? values.resources, '200m', '1Gi'),
    scheduling: values,
    files: { data: configuration(site, prometheus), mountPath: folder },
    scratch: enabled ? [] : [dataFolder],
    storage: enabled ? { size, storageClass, mountPath: dataFolder } : undefined,
    rules,
    traffic: { from: ['monitoring', 'opencost', 'showback'], reaches: portsOf(site, prometheus) },
  });
}

const kubeletPort = 10_250;

/** The jobs of the values can scrape any port, and pods behind other Services can listen on other ports. */
function portsOf({ settings }: Site, { isStateExternal = false, targets, values }: Prometheus) {
  const jobs = additionalJobs(values);
  if (isStateExternal || jobs.length > 0 || settings.alertmanagers.length > 0) return 'everything';
  const ports = Object.values(targets).flatMap((one: string | undefined) => one?.split(':').slice(1).map(Number) ?? []);
  return [...apiServerPorts, kubeletPort, ...ports];
}

function argumentsOf({ server = {} }: PrometheusValues): readonly string[] {
  const { retention = '15d', retentionSize } = server;
  return [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${dataFolder}`,
    `--storage.tsdb.retention.time=${retention}`,
    ...(retentionSize === undefined ? [] : [`--storage.tsdb.retention.size=${retentionSize}`]),
    `--web.listen-address=:${prometheusPort}`,
  ];
}

function configuration(site: Site, { values, targets }: Prometheus) {
  const { alertmanagers } = site.settings;
  const config = {
    ...(alertmanagers.length === 0 ? {} : { alerting: { alertmanagers: alertmanagers.map(alertmanager) } }),
    global: { evaluation_interval: '1m', scrape_interval: '1m' },
    rule_files: [`${folder}/rules.yml`],
    scrape_configs: [...scrapeConfigs(targets, site.stateJob), ...additionalJobs(values).map(additionalJob)],
  };
  return {
    'prometheus.yml': yaml(config),
    'rules.yml': yaml({ groups: ruleGroups(site, targets.argocd && `job="${argocdJob}"`) }),
  };
}

/** An Alertmanager by its URL. */
function alertmanager(url: string) {
  const [, scheme, target, path] = /^(https?):\/\/([^/]+)(\/.*)?$/.exec(url) ?? [];
  return { path_prefix: path, scheme, static_configs: [{ targets: [target] }] };
}

/** The recording and alerting rules. `argocd` selects the metrics of Argo CD. */
export function ruleGroups({ stateJob, tenantLabel, withoutTenant }: Site, argocd: string | undefined) {
  const state = stateOf(stateJob);
  const syncs = argocd === undefined ? [] : [failedSyncs(argocd)];
  return [
    { name: 'leasehold-recording', interval: '1m', rules: [...recordingRules(tenantLabel, state), ...syncs] },
    { name: 'leasehold-alerts', rules: alertRules({ tenantLabel, state, withoutTenant, argocd }) },
  ];
}

function yaml(tree: object): string {
  return `${printYaml(tree, 0).trimStart()}\n`;
}
