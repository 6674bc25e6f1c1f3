import { isMapping, type Path, pathsIn, type Tree, textAt, valueAt } from '../data/tree.ts';

/** A host and where it is. An empty host means that none is set. */
export interface HostPlace {
  readonly path: Path;
  readonly host: string;
}

/**
 * The hosts in objects of a resource. The admission rule and the check of rendered Template objects use the same table, so
 * both limit the same hosts.
 */
export interface HostField {
  readonly group: string;
  readonly resource: string;
  /** A CEL expression of type list(list(string)). */
  cel(object: string): string;
  /** The same values with their paths, as a flat list. */
  places(object: Tree): readonly HostPlace[];
}

/**
 * A character that never occurs in a host, an IP address or `(none)`, as in the subjects, URIs and lists of names of a
 * Certificate. Such a text can end like a host of the tenant and still identify another tenant.
 */
export const otherThanHost = /[^0-9A-Za-z_.:*()-]/;

const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';

export const ingressHosts: HostField = {
  group: 'networking.k8s.io',
  resource: 'ingresses',
  cel: (object) => `[${object}.spec.?rules.orValue([]).map(r, r.?host.orValue(''))]
    + ${object}.spec.?tls.orValue([]).map(t, t.?hosts.orValue([]))`,
  places: (object) => [
    ...pathsIn(object, ['spec', 'rules']).map((rule) => placeAt(object, [...rule, 'host'])),
    ...pathsIn(object, ['spec', 'tls']).flatMap((tls) => placesIn(object, [...tls, 'hosts'])),
  ],
};

export const hostFields: readonly HostField[] = [
  ingressHosts,
  ...['httproutes', 'grpcroutes', 'tlsroutes'].map(
    (resource): HostField => ({
      group: gatewayApi,
      resource,
      cel: (object) => `[${object}.spec.?hostnames.orValue([]).size() == 0 ? [''] : ${object}.spec.hostnames]`,
      places: (object) => requiredPlaces(object, ['spec', 'hostnames']),
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
      places: (object) =>
        pathsIn(object, ['spec', 'listeners']).map((listener) => placeAt(object, [...listener, 'hostname'])),
    }),
  ),
  {
    group: 'route.openshift.io',
    resource: 'routes',
    // With the policy Subdomain, the first label of the host is a wildcard.
    cel: (object) => `[[${object}.spec.?host.orValue('')].map(h,
    ${object}.spec.?wildcardPolicy.orValue('') == 'Subdomain' ? '*' + h.substring(h.split('.')[0].size()) : h)]`,
    places: (object) => {
      const { path, host } = placeAt(object, ['spec', 'host']);
      const isWildcard = textAt(object, 'spec', 'wildcardPolicy') === 'Subdomain';
      return [isWildcard ? { path: ['spec'], host: host.replace(/^[^.]*/, '*') } : { path, host }];
    },
  },
  {
    group: 'externaldns.k8s.io',
    resource: 'dnsendpoints',
    cel: (object) => `[${object}.spec.?endpoints.orValue([]).map(e, e.?dnsName.orValue(''))]`,
    places: (object) =>
      pathsIn(object, ['spec', 'endpoints']).map((endpoint) => placeAt(object, [...endpoint, 'dnsName'])),
  },
  {
    group: 'projectcontour.io',
    resource: 'httpproxies',
    // An HTTPProxy without a virtual host is a part of the HTTPProxy that includes it.
    cel: (object) => `[[${object}.spec.?virtualhost].filter(h, h.hasValue()).map(h, h.?fqdn.orValue(''))]`,
    places: (object) =>
      isMapping(valueAt(object, 'spec', 'virtualhost')) ? [placeAt(object, ['spec', 'virtualhost', 'fqdn'])] : [],
  },
  {
    group: 'cert-manager.io',
    resource: 'certificates',
    // Names of Services in the namespace need no permission. Other texts do, even if they end like the name of a Service.
    cel: (
      object,
    ) => `[(${object}.spec.?dnsNames.orValue([]) + ${object}.spec.?ipAddresses.orValue([]) + ${object}.spec.?uris.orValue([])
    + [${object}.spec.?commonName.orValue(''), ${object}.spec.?literalSubject.orValue('')]).filter(h, h != ''
    && (h.matches('${otherThanHost.source}') || !(h.endsWith('.' + ${object}.metadata.namespace + '.svc')
    || h.endsWith('.' + ${object}.metadata.namespace + '.svc.cluster.local'))))]`,
    places: (object) => certifiedNames(object).filter(({ host }) => !isServiceAddress(host, object)),
  },
  {
    group: istio,
    resource: 'gateways',
    // The part before a slash is the namespace of the routes.
    cel: (object) => `${object}.spec.?servers.orValue([]).map(s, s.?hosts.orValue([]).size() == 0 ? ['']
    : s.hosts.map(h, h.contains('/') ? h.substring(h.indexOf('/') + 1) : h))`,
    places: (object) =>
      pathsIn(object, ['spec', 'servers']).flatMap((server) =>
        requiredPlaces(object, [...server, 'hosts']).map(({ path, host }) => ({
          path,
          host: host.slice(host.indexOf('/') + 1),
        })),
      ),
  },
  {
    group: istio,
    resource: 'virtualservices',
    // Names without a dot, and names that end with the namespace and `svc.cluster.local`, are Services of the namespace.
    cel: (object) => `[${object}.spec.?hosts.orValue([]).size() == 0 ? [''] : ${object}.spec.hosts.filter(h,
    h in ['', '*'] || (h.contains('.') && !h.endsWith('.' + ${object}.metadata.namespace + '.svc.cluster.local')))]`,
    places: (object) => requiredPlaces(object, ['spec', 'hosts']).filter(({ host }) => !isService(host, object)),
  },
];

function placeAt(object: Tree, path: Path): HostPlace {
  return { path, host: textAt(object, ...path) };
}

/** The texts of a list. Ignores other values, which the API server rejects. */
function placesIn(object: Tree, path: Path): readonly HostPlace[] {
  const isText = (at: Path) => typeof valueAt(object, ...at) === 'string';
  return pathsIn(object, path)
    .filter(isText)
    .map((at) => placeAt(object, at));
}

/** Returns the hosts in a list that applies to every host if it is empty. */
function requiredPlaces(object: Tree, path: Path): readonly HostPlace[] {
  const places = placesIn(object, path);
  return places.length === 0 ? [{ path, host: '' }] : places;
}

function isService(host: string, object: Tree): boolean {
  if (host === '' || host === '*') return false;
  return !host.includes('.') || host.endsWith(`.${textAt(object, 'metadata', 'namespace')}.svc.cluster.local`);
}

/** Every name that a Certificate proves, except email addresses and the fields `subject` and `otherNames`. */
function certifiedNames(object: Tree): readonly HostPlace[] {
  const lists = ['dnsNames', 'ipAddresses', 'uris'].flatMap((field) => placesIn(object, ['spec', field]));
  const texts = ['commonName', 'literalSubject'].map((field) => placeAt(object, ['spec', field]));
  return [...lists, ...texts].filter(({ host }) => host !== '');
}

function isServiceAddress(name: string, object: Tree): boolean {
  const service = `.${textAt(object, 'metadata', 'namespace')}.svc`;
  return !otherThanHost.test(name) && (name.endsWith(service) || name.endsWith(`${service}.cluster.local`));
}
