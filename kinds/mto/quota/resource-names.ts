const objects = [
  'configmaps',
  'persistentvolumeclaims',
  'pods',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
  'services.loadbalancers',
  'services.nodeports',
];
const compute = ['cpu', 'ephemeral-storage', 'memory'];

/**
 * The names without a slash that the API server accepts in a ResourceQuota, except those of huge pages. Source: the quota
 * validation in Kubernetes.
 */
export const standardNames: readonly string[] = [
  ...objects,
  ...compute,
  ...compute.flatMap((name) => [`limits.${name}`, `requests.${name}`]),
  'requests.storage',
].sort();

/**
 * Whether the name is valid. A name with a slash names an extended resource, a storage class or an object count. It counts as
 * valid, because it cannot be checked.
 */
export function isQuotaResource(name: string): boolean {
  return name.includes('/') || standardNames.includes(name) || /^(?:requests\.)?hugepages-[0-9]+[KMGTPE]i?$/.test(name);
}

/**
 * Whether Kubernetes ignores the name. It counts extended resources only with a prefix: requests.nvidia.com/gpu, not
 * nvidia.com/gpu.
 */
export function isUncounted(name: string): boolean {
  return name.includes('/') && !/^(?:requests\.|count\/)|\.k8s\.io\//.test(name);
}
