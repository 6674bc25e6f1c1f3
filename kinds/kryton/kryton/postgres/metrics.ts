import { type Emit, emit } from '../../../../core/print/shape.ts';
import type { Tree } from '../../../../data/tree.ts';
import { secretVariable } from '../../../../kubernetes/script-container.ts';
import type { Labels } from '../../../../templates/views.ts';
import { omitEmpty } from '../render/omit-empty.ts';
import type { ResolvedKryton } from '../resolve/resolve.ts';
import { isBitnami } from '../values/bitnami-settings.ts';
import { passwordsPath } from './environment.ts';
import { imageOf } from './image.ts';
import { postgresLabels, postgresMeta } from './meta.ts';
import { probesOf } from './probes.ts';
import { resourcesOf } from './resources.ts';
import { securityContext } from './security.ts';

/** The container that exports metrics to Prometheus. Empty if metrics are disabled. */
export function exporter(kryton: ResolvedKryton): readonly Tree[] {
  const { metrics } = kryton.values.postgresql;
  if (!metrics.enabled) return [];
  const page = { httpGet: { path: '/', port: 'http-metrics' } };
  const startup = { tcpSocket: { port: 'http-metrics' } };
  return [
    {
      args: omitEmpty(collectorArguments(kryton)),
      env: environment(kryton),
      image: imageOf(metrics.image),
      imagePullPolicy: metrics.image.pullPolicy,
      name: 'metrics',
      ports: [{ containerPort: metrics.containerPorts.metrics, name: 'http-metrics' }],
      ...probesOf(metrics, { liveness: page, readiness: page, startup }),
      resources: resourcesOf(metrics),
      securityContext: securityContext(metrics.containerSecurityContext, kryton),
      volumeMounts: volumeMounts(kryton),
    },
  ];
}

/** The volume with the custom metrics. Empty if there are none. */
export function metricsVolumes(kryton: ResolvedKryton): readonly Tree[] {
  if (!hasCustomMetrics(kryton)) return [];
  return [{ configMap: { name: kryton.names.databaseMetrics }, name: 'custom-metrics' }];
}

export function hasCustomMetrics({ values }: ResolvedKryton): boolean {
  const { customMetrics, enabled } = values.postgresql.metrics;
  return enabled && omitEmpty(customMetrics) !== undefined;
}

export function metricsObjects(kryton: ResolvedKryton): readonly Emit[] {
  const { metrics } = kryton.values.postgresql;
  if (!metrics.enabled) return [];
  const { clusterIP, ports, sessionAffinity } = metrics.service;
  const view = postgresMeta(kryton, kryton.names.databaseMetrics, {
    annotations: annotations(kryton),
    component: 'metrics',
  });
  const spec = {
    clusterIP: clusterIP || undefined,
    ports: [{ name: 'http-metrics', port: ports.metrics, protocol: 'TCP', targetPort: 'http-metrics' }],
    selector: postgresLabels(kryton),
    sessionAffinity: sessionAffinity === 'None' ? undefined : sessionAffinity,
    type: 'ClusterIP',
  };
  return [emit('service', { ...view, spec }), ...serviceMonitor(kryton)];
}

/**
 * Replaces each annotation value that is a template with the port: the default annotations of the sub-chart contain the port as a
 * template.
 */
function annotations({ values }: ResolvedKryton): Labels {
  const { annotations: own, ports } = values.postgresql.metrics.service;
  const entries = Object.entries(own).map(([key, value]) => [key, /^\{\{.*\}\}$/.test(value) ? null : value] as const);
  return Object.fromEntries(entries.map(([key, value]) => [key, value ?? String(ports.metrics)]));
}

function serviceMonitor(kryton: ResolvedKryton): readonly Emit[] {
  const monitor = kryton.values.postgresql.metrics.serviceMonitor;
  if (!monitor.enabled) return [];
  const { honorLabels, interval, jobLabel, labels, metricRelabelings, relabelings, scrapeTimeout } = monitor;
  const endpoint = {
    honorLabels: honorLabels || undefined,
    interval: interval || undefined,
    metricRelabelings: omitEmpty(metricRelabelings),
    port: 'http-metrics',
    relabelings: omitEmpty(relabelings),
    scrapeTimeout: scrapeTimeout || undefined,
  };
  const spec = {
    endpoints: [endpoint],
    jobLabel: jobLabel || undefined,
    selector: { matchLabels: postgresLabels(kryton, 'metrics') },
  };
  return [
    emit('service-monitor', {
      ...postgresMeta(kryton, kryton.names.database, { component: 'metrics', labels }),
      spec,
    }),
  ];
}

function collectorArguments(kryton: ResolvedKryton): readonly string[] {
  const { collectors } = kryton.values.postgresql.metrics;
  const named = Object.entries(collectors ?? {}).map(([name, on]) => `--${on ? '' : 'no-'}collector.${name}`);
  const custom = hasCustomMetrics(kryton) ? ['--extend.query-path', '/conf/custom-metrics.yaml'] : [];
  return [...custom, ...named.sort()];
}

/** Only Bitnami's image creates the user postgres. In other images, the owner of the database is the superuser. */
function environment({ databaseKeys, names, values }: ResolvedKryton): readonly Tree[] {
  const { auth, containerPorts, metrics } = values.postgresql;
  const isAdmin = isBitnami(values);
  const key = isAdmin ? databaseKeys.admin : databaseKeys.user;
  const password = auth.usePasswordFiles
    ? { name: 'DATA_SOURCE_PASS_FILE', value: `${passwordsPath}/${key}` }
    : secretVariable('DATA_SOURCE_PASS', names.databaseSecret, key);
  const address = `127.0.0.1:${containerPorts.postgresql}/${isAdmin ? 'postgres' : auth.database}?sslmode=disable`;
  return [
    password,
    { name: 'DATA_SOURCE_URI', value: address },
    { name: 'DATA_SOURCE_USER', value: isAdmin ? 'postgres' : auth.username },
    ...(metrics.extraEnvVars ?? []),
  ];
}

function volumeMounts(kryton: ResolvedKryton): readonly Tree[] {
  const { usePasswordFiles } = kryton.values.postgresql.auth;
  return [
    { mountPath: '/tmp', name: 'tmp' },
    ...(usePasswordFiles ? [{ mountPath: passwordsPath, name: 'postgresql-password' }] : []),
    ...(hasCustomMetrics(kryton) ? [{ mountPath: '/conf', name: 'custom-metrics', readOnly: true }] : []),
  ];
}
