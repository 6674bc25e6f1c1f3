import { groupBy } from '../../data/group-by.ts';
import { listAt, mappingAt, type Path, pathsIn, type Tree } from '../../data/tree.ts';
import { namespaced } from '../../kubernetes/namespaced.ts';
import type { Granted } from '../settings/grants.ts';
import type { Use } from '../settings/use.ts';
import { externalSecretUses } from './external-secrets.ts';
import { type UsesOf, usesBelow, usesExcept, useUnless } from './field-uses.ts';
import type { GateProblem } from './gate-target.ts';
import { hostFieldUses, ingressUses, joinedNameUses } from './hosts.ts';
import { isOwnList } from './references.ts';
import { routeUses } from './routes.ts';
import { volumeClaimUses } from './volume-claims.ts';

/**
 * Kinds that every tenant can render, because their effect is limited to their own namespace, except for the fields that
 * `usesByKind` and the rules of metadata and pods protect.
 */
export const freeKinds: readonly string[] = [
  'ConfigMap',
  'CronJob.batch',
  'Deployment.apps',
  'ExternalSecret.external-secrets.io',
  'HorizontalPodAutoscaler.autoscaling',
  'Ingress.networking.k8s.io',
  'Job.batch',
  'PersistentVolumeClaim',
  'Pod',
  'PodDisruptionBudget.policy',
  'Secret',
  'Service',
  'ServiceAccount',
  'ServiceMonitor.monitoring.coreos.com',
  'StatefulSet.apps',
];

/**
 * Explains why the author cannot render the kind. Undefined if the author can. A kind that a trusted author wrote counts as
 * granted only if it is known to be namespaced, because a cluster-scoped object could affect the whole cluster.
 */
export function kindProblem(kind: string, granted: Granted, isLiteral: boolean): GateProblem | undefined {
  if (freeKinds.includes(kind) || granted.objects.has(kind)) return undefined;
  if (isLiteral && namespaced.has(kind)) return undefined;
  const reason = isLiteral
    ? 'leasehold does not know whether the kind is namespaced'
    : `instances of tenant ${granted.tenant} cannot choose this kind`;
  const fix = `add ${kind} to spec.objects of a Grant${isLiteral ? ' if the kind is namespaced' : ''}`;
  return { code: 'not-granted', message: `${kind} requires a Grant: ${reason}`, fix };
}

/** The protected fields of a kind in addition to metadata and pods. They are protected even if a Grant allows the kind. */
export const usesByKind: ReadonlyMap<string, readonly UsesOf[]> = byKind([
  ['Secret', (object) => useUnless(object, ['type'], secretTypes)],
  ['Service', serviceUses],
  ['PersistentVolumeClaim', (object) => volumeClaimUses(object, ['spec'])],
  ['StatefulSet.apps', statefulSetUses],
  ['Ingress.networking.k8s.io', ingressUses],
  ['HorizontalPodAutoscaler.autoscaling', autoscalerUses],
  ['Job.batch', (object) => usesBelow(object, ['spec', 'managedBy'])],
  ['CronJob.batch', (object) => usesBelow(object, ['spec', 'jobTemplate', 'spec', 'managedBy'])],
  ['ExternalSecret.external-secrets.io', externalSecretUses],
  ['ServiceMonitor.monitoring.coreos.com', (object) => monitorUses(object, 'endpoints')],
  ['PrometheusRule.monitoring.coreos.com', recordedUses],
  ['PodMonitor.monitoring.coreos.com', (object) => monitorUses(object, 'podMetricsEndpoints')],
  ...protecting('Role.rbac.authorization.k8s.io', ['rules']),
  ...protecting('RoleBinding.rbac.authorization.k8s.io', ['roleRef'], ['subjects']),
  ...protecting(
    'Application.argoproj.io',
    ['spec', 'project'],
    ['spec', 'destination'],
    ['spec', 'syncPolicy', 'managedNamespaceMetadata'],
  ),
  ...protecting('ApplicationSet.argoproj.io', ['spec']),
  ...protecting('AppProject.argoproj.io', ['spec']),
  ...protecting('CertificateRequest.cert-manager.io', ['spec', 'request'], ['spec', 'isCA']),
  ...protecting('SecretStore.external-secrets.io', ['spec']),
  ...protecting('PushSecret.external-secrets.io', ['spec']),
  ['Certificate.cert-manager.io', joinedNameUses],
  ...hostFieldUses,
  ...routeUses,
]);

function byKind(entries: readonly (readonly [string, UsesOf])[]): ReadonlyMap<string, readonly UsesOf[]> {
  const groups = groupBy(entries, ([kind]) => kind);
  return new Map([...groups].map(([kind, own]) => [kind, own.map(([, uses]) => uses)]));
}

function protecting(kind: string, ...paths: readonly Path[]): readonly (readonly [string, UsesOf])[] {
  return [[kind, (object) => paths.flatMap((path) => usesBelow(object, path))]];
}

/** Other types, such as that of a ServiceAccount token, can cause a controller to fill the Secret. */
const secretTypes = [
  'Opaque',
  'kubernetes.io/basic-auth',
  'kubernetes.io/dockercfg',
  'kubernetes.io/dockerconfigjson',
  'kubernetes.io/ssh-auth',
  'kubernetes.io/tls',
];

const serviceFields = [
  'clusterIP',
  'clusterIPs',
  'internalTrafficPolicy',
  'ipFamilies',
  'ipFamilyPolicy',
  'ports',
  'publishNotReadyAddresses',
  'selector',
  'sessionAffinity',
  'sessionAffinityConfig',
  'trafficDistribution',
  'type',
];

/**
 * Fields that expose a Service outside the cluster, reserve an address, or turn the Service into an alias of something else.
 */
function serviceUses(object: Tree): readonly Use[] {
  const addresses = listAt(object, 'spec', 'clusterIPs').flatMap((_, index) =>
    useUnless(object, ['spec', 'clusterIPs', index], ['None']),
  );
  return [
    ...usesExcept(object, ['spec'], serviceFields),
    ...useUnless(object, ['spec', 'type'], ['', 'ClusterIP']),
    ...useUnless(object, ['spec', 'clusterIP'], ['', 'None']),
    ...addresses,
    ...pathsIn(object, ['spec', 'ports']).flatMap((port) => useUnless(object, [...port, 'nodePort'], [0])),
  ];
}

function statefulSetUses(object: Tree): readonly Use[] {
  const claims = pathsIn(object, ['spec', 'volumeClaimTemplates']);
  const retention = ['whenDeleted', 'whenScaled'].map((field) => [...retentionPath, field]);
  return [
    ...claims.flatMap((claim) => volumeClaimUses(object, [...claim, 'spec'])),
    ...retention.flatMap((path) => useUnless(object, path, ['', 'Retain'])),
  ];
}

const retentionPath = ['spec', 'persistentVolumeClaimRetentionPolicy'] as const;

/** External metrics are those of the whole cluster, such as the length of another tenant's queue. */
function autoscalerUses(object: Tree): readonly Use[] {
  return pathsIn(object, ['spec', 'metrics']).flatMap((metric) => [
    ...useUnless(object, [...metric, 'type'], ['ContainerResource', 'Object', 'Pods', 'Resource']),
    ...usesBelow(object, [...metric, 'external']),
  ]);
}

/** Recorded metrics can have the name and the namespace of another tenant's metrics. */
function recordedUses(object: Tree): readonly Use[] {
  const groups = pathsIn(object, ['spec', 'groups']);
  const rules = groups.flatMap((group) => pathsIn(object, [...group, 'rules']));
  return [
    ...rules.flatMap((rule) => usesBelow(object, [...rule, 'record'])),
    ...[...groups, ...rules].flatMap((at) => usesBelow(object, [...at, 'labels', 'namespace'])),
  ];
}

const endpointFields = ['interval', 'params', 'path', 'port', 'scheme', 'scrapeTimeout', 'targetPort'];

const monitorFields = ['jobLabel', 'sampleLimit', 'selector'];

/**
 * Monitors can read files of the Prometheus server, scrape other namespaces and, with relabeling, any address. A target
 * label can replace the namespace of metrics, which attributes them to another tenant. In other namespaces, the whole monitor
 * decides which requests Prometheus sends to whom.
 */
function monitorUses(object: Tree, endpoints: string): readonly Use[] {
  const { any, matchNames } = mappingAt(object, 'spec', 'namespaceSelector');
  const isOwn = (any ?? false) === false && isOwnList(object, matchNames);
  if (!isOwn) return usesBelow(object, ['spec']);
  return [
    ...usesExcept(object, ['spec'], [endpoints, ...monitorFields]),
    ...pathsIn(object, ['spec', endpoints]).flatMap((endpoint) => usesExcept(object, endpoint, endpointFields)),
  ];
}
