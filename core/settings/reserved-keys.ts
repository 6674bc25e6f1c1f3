/** leasehold's own keys of namespaces. They have no effect on other tenants, so a Grant can name them. */
const ownKeys = ['quota-share', 'quota-weight', 'time-zone', 'vault-service-accounts'].map(
  (key) => `leasehold.dev/${key}`,
);

/**
 * Keys that identify the tenant or Application of an object, or the namespaces of ingress controllers. The API server, Argo CD,
 * leasehold or OpenShift sets them.
 */
const identities = [
  'app.kubernetes.io/managed-by',
  'argocd.argoproj.io/tracking-id',
  'kubernetes.io/metadata.name',
  'policy-group.network.openshift.io/ingress',
];

/** Prefixes of the keys with which Kleff, MTO and Tetrapus identify the tenant of an object. */
const identityPrefixes = ['kleff.io', 'stakater.com', 'tetrapus.io'];

/**
 * Domains with keys that Kubernetes, Argo CD, service meshes, policy engines, clouds, proxies, networks, certificate managers and
 * controllers that copy Secrets act on, such as the Pod Security level of a namespace, the revision of a mesh, a role in the
 * cloud, the hosts of a certificate, or the network of another namespace.
 */
const reservedDomains = [
  'amazonaws.com',
  'antrea.io',
  'appscode.com',
  'argoproj.io',
  'azrtydxb.io',
  'azure.workload.identity',
  'cattle.io',
  'cert-manager.io',
  'cilium.io',
  'clastix.io',
  'cncf.io',
  'emberstack.com',
  'fluxcd.io',
  'gardener.cloud',
  'gatekeeper.sh',
  'getambassador.io',
  'gke.io',
  'haproxy.com',
  'haproxy.org',
  'hashicorp.com',
  'istio.io',
  'k8s.io',
  'kleff.io',
  'konghq.com',
  'kubernetes.io',
  'kuma.io',
  'kyverno.io',
  'leasehold.dev',
  'linkerd.io',
  'metallb.io',
  'mittwald.de',
  'nginx.org',
  'openshift.io',
  'oraclecloud.com',
  'ovn.org',
  'projectcalico.org',
  'projectcontour.io',
  'solo.io',
  'stakater.com',
  'tailscale.com',
  'tetrapus.io',
  'traefik.containo.us',
  'traefik.io',
  'universe.tf',
  'x-k8s.io',
  'zalando.org',
];

/** Whether no Grant can cover the key, even a Grant that names it. */
export function isIdentityKey(key: string): boolean {
  const prefix = prefixOf(key);
  if (isWithin(prefix, 'leasehold.dev')) return !ownKeys.includes(key);
  return identities.includes(key) || identityPrefixes.includes(prefix);
}

/**
 * Whether no pattern of a Grant covers the key, because keys of its domain have an effect beyond the tenant. A Grant of the
 * full name covers it, unless it is an identity key.
 */
export function isReservedKey(key: string): boolean {
  return isReservedPrefix(prefixOf(key)) || isIdentityKey(key);
}

export function isReservedPrefix(prefix: string): boolean {
  return reservedDomains.some((domain) => isWithin(prefix, domain));
}

/** The part before the slash. Empty if there is no slash. */
export function prefixOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf('/')));
}

function isWithin(prefix: string, domain: string): boolean {
  return prefix === domain || prefix.endsWith(`.${domain}`);
}
