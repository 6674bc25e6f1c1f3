/**
 * Namespaced kinds, as `Kind` (core group) or `Kind.group`: most of those of Kubernetes itself, and some common others. The
 * scope of a kind that is neither here nor in the list of cluster-scoped kinds is unknown.
 */
export const namespaced: ReadonlySet<string> = new Set([
  'ConfigMap',
  'Endpoints',
  'LimitRange',
  'PersistentVolumeClaim',
  'Pod',
  'PodTemplate',
  'ReplicationController',
  'ResourceQuota',
  'Secret',
  'Service',
  'ServiceAccount',
  ...inGroup('apps', ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet']),
  ...inGroup('argoproj.io', ['AnalysisTemplate', 'AppProject', 'Application', 'ApplicationSet', 'Rollout']),
  ...inGroup('argoproj.io', ['CronWorkflow', 'EventBus', 'EventSource', 'Sensor', 'Workflow', 'WorkflowTemplate']),
  ...inGroup('autoscaling', ['HorizontalPodAutoscaler']),
  ...inGroup('autoscaling.k8s.io', ['VerticalPodAutoscaler']),
  ...inGroup('batch', ['CronJob', 'Job']),
  ...inGroup('bitnami.com', ['SealedSecret']),
  ...inGroup('cert-manager.io', ['Certificate', 'CertificateRequest', 'Issuer']),
  ...inGroup('cilium.io', ['CiliumNetworkPolicy']),
  ...inGroup('coordination.k8s.io', ['Lease']),
  ...inGroup('crd.projectcalico.org', ['NetworkPolicy', 'NetworkSet']),
  ...inGroup('discovery.k8s.io', ['EndpointSlice']),
  ...inGroup('external-secrets.io', ['ExternalSecret', 'PushSecret', 'SecretStore']),
  ...inGroup('gateway.networking.k8s.io', [
    'GRPCRoute',
    'Gateway',
    'HTTPRoute',
    'ReferenceGrant',
    'TCPRoute',
    'TLSRoute',
  ]),
  ...inGroup('keda.sh', ['ScaledJob', 'ScaledObject', 'TriggerAuthentication']),
  ...inGroup('kyverno.io', ['Policy', 'PolicyException']),
  ...inGroup('monitoring.coreos.com', ['PodMonitor', 'Probe', 'PrometheusRule', 'ServiceMonitor']),
  ...inGroup('networking.istio.io', ['DestinationRule', 'Gateway', 'ServiceEntry', 'Sidecar', 'VirtualService']),
  ...inGroup('networking.k8s.io', ['Ingress', 'NetworkPolicy']),
  ...inGroup('policy', ['PodDisruptionBudget']),
  ...inGroup('postgresql.cnpg.io', ['Backup', 'Cluster', 'Pooler', 'ScheduledBackup']),
  ...inGroup('projectcalico.org', ['NetworkPolicy', 'NetworkSet']),
  ...inGroup('rbac.authorization.k8s.io', ['Role', 'RoleBinding']),
  ...inGroup('route.openshift.io', ['Route']),
  ...inGroup('security.istio.io', ['AuthorizationPolicy', 'PeerAuthentication', 'RequestAuthentication']),
  ...inGroup('snapshot.storage.k8s.io', ['VolumeSnapshot']),
]);

function inGroup(group: string, kinds: readonly string[]): readonly string[] {
  return kinds.map((kind) => `${kind}.${group}`);
}
