/** Label of every namespace of a tenant. */
export const tenantLabel = 'leasehold.dev/tenant';

/** Label of the namespaces of a tenant that nobody but the platform can write to. */
export const cordonLabel = 'leasehold.dev/cordoned';

/** Label of a tenant's namespaces by which a rule has another mode there than elsewhere. */
export function modeLabel(rule: string): string {
  return `enforce.leasehold.dev/${rule}`;
}

/** Annotations of a tenant's namespaces with the lists that rules read, one item in each line. */
export const keys = {
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
  pullPolicies: 'leasehold.dev/allow-pull-policies',
  runtimeClasses: 'leasehold.dev/allow-runtime-classes',
  secrets: 'leasehold.dev/allow-secrets',
  serviceAccounts: 'leasehold.dev/allow-service-accounts',
  serviceTypes: 'leasehold.dev/allow-service-types',
  storageClasses: 'leasehold.dev/allow-storage-classes',
  subjects: 'leasehold.dev/allow-subjects',
} as const;

/** The item that allows load balancers which reach pods without ports of nodes. */
export const withoutNodePorts = 'LoadBalancerWithoutNodePorts';
