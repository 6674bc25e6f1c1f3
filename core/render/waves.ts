/**
 * The sync wave in which Argo CD applies each kind; 0 for a kind not listed. Namespaces first, what a pod needs
 * before the pods, routes and admission rules last. Pruning goes the other way. A claim comes with the pods: most
 * volumes are bound when their pod is scheduled, and a wave begins only when the one before it is healthy. A project
 * comes before jobs, which may put to sleep what its windows then keep Argo CD from waking.
 * [tenancy-kinds 0, mto 24]
 */
const waves: Readonly<Record<string, number>> = {
  Namespace: -3,
  ClusterResourceQuota: -2,
  ConstraintTemplate: -2,
  CustomResourceDefinition: -2,
  LimitRange: -2,
  NetworkPolicy: -2,
  ResourceQuota: -2,
  AppProject: -1,
  ClusterRole: -1,
  ClusterRoleBinding: -1,
  ConfigMap: -1,
  ExternalSecret: -1,
  Group: -1,
  Role: -1,
  RoleBinding: -1,
  Secret: -1,
  ServiceAccount: -1,
  AuthorizationPolicy: 1,
  Gateway: 1,
  HorizontalPodAutoscaler: 1,
  Ingress: 1,
  PeerAuthentication: 1,
  ServiceMonitor: 1,
};

export function waveOf(group: string, kind: string): number {
  if (group === 'constraints.gatekeeper.sh') return 1;
  return waves[kind] ?? 0;
}
