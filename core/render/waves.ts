import { own } from '../../data/own.ts';

/**
 * The sync wave of each kind; 0 for a kind that is not listed, except Gatekeeper constraints. Namespaces come first, then what
 * pods need, then pods, then routes and admission rules; Argo CD prunes in reverse order [sources: argocd-12]. Claims share the
 * wave of pods: most volumes bind only when a pod is scheduled, and a wave waits until the previous one is healthy
 * [sources: argocd-12, kubernetes-2]. An AppProject precedes the hibernation jobs so that its sync windows are in place
 * before workloads sleep.
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
  HTTPRoute: 1,
  Ingress: 1,
  MutatingAdmissionPolicy: 1,
  MutatingAdmissionPolicyBinding: 2,
  PeerAuthentication: 1,
  PrometheusRule: 1,
  ServiceMonitor: 1,
  ValidatingAdmissionPolicy: 1,
  ValidatingAdmissionPolicyBinding: 2,
};

export function waveOf(group: string, kind: string): number {
  if (group === 'constraints.gatekeeper.sh') return 1;
  return own(waves, kind) ?? 0;
}
