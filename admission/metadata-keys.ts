/** Label of all namespaces of tenants. */
export const tenantLabel = 'leasehold.dev/tenant';

/** Label of tenant namespaces that only the platform and the sidecar can write to. */
export const cordonLabel = 'leasehold.dev/cordoned';

/** Label of tenant namespaces in which a rule has a different mode. */
export function modeLabel(rule: string): string {
  return `enforce.leasehold.dev/${rule}`;
}

/** Annotations of tenant namespaces with the lists that rules read, one item per line. */
export const keys = {
  annotations: 'leasehold.dev/allow-annotations',
  clusterRoles: 'leasehold.dev/allow-cluster-roles',
  denyImages: 'leasehold.dev/deny-images',
  denyIngressClasses: 'leasehold.dev/deny-ingress-classes',
  denyPriorityClasses: 'leasehold.dev/deny-priority-classes',
  denyServiceAccounts: 'leasehold.dev/deny-service-accounts',
  denyStorageClasses: 'leasehold.dev/deny-storage-classes',
  denyWildcards: 'leasehold.dev/deny-wildcard-hosts',
  denyMetadata: 'leasehold.dev/deny-metadata',
  externalIps: 'leasehold.dev/allow-external-ips',
  gatewayClasses: 'leasehold.dev/allow-gateway-classes',
  hostAccess: 'leasehold.dev/allow-host-access',
  hostPatterns: 'leasehold.dev/allow-host-patterns',
  hosts: 'leasehold.dev/allow-hosts',
  images: 'leasehold.dev/allow-images',
  ingressClasses: 'leasehold.dev/allow-ingress-classes',
  priorityClasses: 'leasehold.dev/allow-priority-classes',
  networks: 'leasehold.dev/allow-networks',
  ownerReferences: 'leasehold.dev/allow-owner-references',
  pullPolicies: 'leasehold.dev/allow-pull-policies',
  runtimeClasses: 'leasehold.dev/allow-runtime-classes',
  secrets: 'leasehold.dev/allow-secrets',
  serviceAccounts: 'leasehold.dev/allow-service-accounts',
  serviceTypes: 'leasehold.dev/allow-service-types',
  storageClasses: 'leasehold.dev/allow-storage-classes',
  subjects: 'leasehold.dev/allow-subjects',
  tolerations: 'leasehold.dev/allow-tolerations',
} as const;

/** The item that allows load balancers without node ports. */
export const withoutNodePorts = 'LoadBalancerWithoutNodePorts';
