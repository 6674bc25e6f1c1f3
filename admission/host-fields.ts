import { isMapping, listAt, type Tree, textAt, textsAt, valueAt } from '../data/tree.ts';

/** The hosts in objects of a resource. An empty string means that a host is not set. */
export interface HostField {
  readonly group: string;
  readonly resource: string;
  /** A CEL expression of type list(list(string)). */
  cel(object: string): string;
  /** The same values as a flat list. */
  hosts(object: Tree): readonly string[];
}

const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';

export const hostFields: readonly HostField[] = [
  {
    group: 'networking.k8s.io',
    resource: 'ingresses',
    cel: (object) => `[${object}.spec.?rules.orValue([]).map(r, r.?host.orValue(''))]
    + ${object}.spec.?tls.orValue([]).map(t, t.?hosts.orValue([]))`,
    hosts: (object) => [
      ...listAt(object, 'spec', 'rules').map((rule) => textAt(rule, 'host')),
      ...listAt(object, 'spec', 'tls').flatMap((tls) => textsAt(tls, 'hosts')),
    ],
  },
  ...['httproutes', 'grpcroutes', 'tlsroutes'].map(
    (resource): HostField => ({
      group: gatewayApi,
      resource,
      cel: (object) => `[${object}.spec.?hostnames.orValue([]).size() == 0 ? [''] : ${object}.spec.hostnames]`,
      hosts: (object) => orNone(textsAt(object, 'spec', 'hostnames')),
    }),
  ),
  ...[
    { group: gatewayApi, resource: 'gateways' },
    { group: gatewayApi, resource: 'listenersets' },
    { group: 'gateway.networking.x-k8s.io', resource: 'xlistenersets' },
  ].map(
    (place): HostField => ({
      ...place,
      cel: (object) => `${object}.spec.?listeners.orValue([]).map(l, [l.?hostname.orValue('')])`,
      hosts: (object) => listAt(object, 'spec', 'listeners').map((listener) => textAt(listener, 'hostname')),
    }),
  ),
  {
    group: 'route.openshift.io',
    resource: 'routes',
    // With the policy Subdomain, the first label of the host is a wildcard.
    cel: (object) => `[[${object}.spec.?host.orValue('')].map(h,
    ${object}.spec.?wildcardPolicy.orValue('') == 'Subdomain' ? '*' + h.substring(h.split('.')[0].size()) : h)]`,
    hosts: (object) => {
      const host = textAt(object, 'spec', 'host');
      const isWildcard = textAt(object, 'spec', 'wildcardPolicy') === 'Subdomain';
      return [isWildcard ? host.replace(/^[^.]*/, '*') : host];
    },
  },
  {
    group: 'externaldns.k8s.io',
    resource: 'dnsendpoints',
    cel: (object) => `[${object}.spec.?endpoints.orValue([]).map(e, e.?dnsName.orValue(''))]`,
    hosts: (object) => listAt(object, 'spec', 'endpoints').map((endpoint) => textAt(endpoint, 'dnsName')),
  },
  {
    group: 'projectcontour.io',
    resource: 'httpproxies',
    // Without a virtual host, it is a part of the HTTPProxy that includes it.
    cel: (object) => `[[${object}.spec.?virtualhost].filter(h, h.hasValue()).map(h, h.?fqdn.orValue(''))]`,
    hosts: (object) => [valueAt(object, 'spec', 'virtualhost')].filter(isMapping).map((host) => textAt(host, 'fqdn')),
  },
  {
    group: 'cert-manager.io',
    resource: 'certificates',
    // Services of the namespace need no permission.
    cel: (
      object,
    ) => `[(${object}.spec.?dnsNames.orValue([]) + ${object}.spec.?ipAddresses.orValue([]) + ${object}.spec.?uris.orValue([])
    + [${object}.spec.?commonName.orValue(''), ${object}.spec.?literalSubject.orValue('')]).filter(h, h != ''
    && !h.endsWith('.' + ${object}.metadata.namespace + '.svc')
    && !h.endsWith('.' + ${object}.metadata.namespace + '.svc.cluster.local'))]`,
    hosts: (object) => certifiedNames(object).filter((name) => !isServiceAddress(name, object)),
  },
  {
    group: istio,
    resource: 'gateways',
    // The part before a slash is the namespace of the routes.
    cel: (object) => `${object}.spec.?servers.orValue([]).map(s, s.?hosts.orValue([]).size() == 0 ? ['']
    : s.hosts.map(h, h.contains('/') ? h.substring(h.indexOf('/') + 1) : h))`,
    hosts: (object) =>
      listAt(object, 'spec', 'servers').flatMap((server) =>
        orNone(textsAt(server, 'hosts')).map((host) => host.slice(host.indexOf('/') + 1)),
      ),
  },
  {
    group: istio,
    resource: 'virtualservices',
    // Names without a dot and names in the namespace are Services of the namespace.
    cel: (object) => `[${object}.spec.?hosts.orValue([]).size() == 0 ? [''] : ${object}.spec.hosts.filter(h,
    h in ['', '*'] || (h.contains('.') && !h.endsWith('.' + ${object}.metadata.namespace + '.svc.cluster.local')))]`,
    hosts: (object) => orNone(textsAt(object, 'spec', 'hosts')).filter((host) => !isService(host, object)),
  },
];

function orNone(hosts: readonly string[]): readonly string[] {
  return hosts.length === 0 ? [''] : hosts;
}

function isService(host: string, object: Tree): boolean {
  if (host === '' || host === '*') return false;
  return !host.includes('.') || host.endsWith(`.${textAt(object, 'metadata', 'namespace')}.svc.cluster.local`);
}

/** Every name that a Certificate proves, except email addresses. */
function certifiedNames({ spec }: Tree): readonly string[] {
  const lists = ['dnsNames', 'ipAddresses', 'uris'].flatMap((field) => textsAt(spec, field));
  const texts = ['commonName', 'literalSubject'].map((field) => textAt(spec, field));
  return [...lists, ...texts].filter((text) => text !== '');
}

function isServiceAddress(name: string, object: Tree): boolean {
  const service = `.${textAt(object, 'metadata', 'namespace')}.svc`;
  return name.endsWith(service) || name.endsWith(`${service}.cluster.local`);
}
