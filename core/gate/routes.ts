import { authoritiesOf } from '../../admission/certificate-authorities.ts';
import { listAt, type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, type UsesOf, usesBelow } from './field-uses.ts';

const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';

/**
 * Fields of routes and certificates that reach other namespaces. The rules `mesh-routes` and `hosts` of the API server limit the
 * same fields, but do not check what the platform applies.
 */
export const routeUses: readonly (readonly [string, UsesOf])[] = [
  ['Certificate.cert-manager.io', authorityUses],
  ...['GRPCRoute', 'HTTPRoute', 'TCPRoute', 'TLSRoute'].map((kind): readonly [string, UsesOf] => [
    `${kind}.${gatewayApi}`,
    backendUses,
  ]),
  ['HTTPProxy.projectcontour.io', includeUses],
  [`ServiceEntry.${istio}`, exportUses],
  [`VirtualService.${istio}`, virtualServiceUses],
  [`WorkloadEntry.${istio}`, (object) => usesBelow(object, ['spec', 'address'])],
];

/** The key of a certificate authority can sign certificates for every host, unless its issuer is in the namespace. */
function authorityUses(object: Tree): readonly Use[] {
  if (authoritiesOf(object).length === 0) return [];
  return [...usesBelow(object, ['spec', 'isCA']), ...usesBelow(object, ['spec', 'issuerRef'])];
}

/** The gateway of a mesh can reach the Services of every tenant. */
function virtualServiceUses(object: Tree): readonly Use[] {
  const http = pathsIn(object, ['spec', 'http']);
  const routes = ['http', 'tcp', 'tls'].flatMap((protocol) => pathsIn(object, ['spec', protocol]));
  const weighted = [
    ...routes.flatMap((route) => pathsIn(object, [...route, 'route'])),
    ...http.flatMap((route) => pathsIn(object, [...route, 'mirrors'])),
  ];
  const destinations = [
    ...weighted.map((entry) => [...entry, 'destination', 'host']),
    ...http.map((route) => [...route, 'mirror', 'host']),
  ];
  return [
    ...destinations.flatMap((path) => serviceUses(object, path)),
    ...http.flatMap((route) => namespaceUses(object, [...route, 'delegate', 'namespace'])),
  ];
}

/**
 * Istio reads a backend of the kind Hostname as the name of any Service of the mesh. A parameter can set the kind or the name.
 */
function backendUses(object: Tree): readonly Use[] {
  const rules = pathsIn(object, ['spec', 'rules']);
  const backends = rules.flatMap((rule) => pathsIn(object, [...rule, 'backendRefs']));
  const filters = [...rules, ...backends].flatMap((at) => pathsIn(object, [...at, 'filters']));
  const all = [...backends, ...filters.map((at) => [...at, 'requestMirror', 'backendRef'])];
  const hostnames = all.filter((at) => textAt(object, ...at, 'kind') === 'Hostname');
  return hostnames.flatMap((at) => {
    const uses = serviceUses(object, [...at, 'name']);
    return [...uses, ...uses.map((use) => ({ ...use, path: [...at, 'kind'] }))];
  });
}

/** `tcpproxy.includes` is an earlier name of `tcpproxy.include`. */
function includeUses(object: Tree): readonly Use[] {
  const includes = [
    ...pathsIn(object, ['spec', 'includes']),
    ['spec', 'tcpproxy', 'include'],
    ['spec', 'tcpproxy', 'includes'],
  ];
  return includes.flatMap((at) => namespaceUses(object, [...at, 'namespace']));
}

/** The hosts of a ServiceEntry apply to every namespace that sees it. */
function exportUses(object: Tree): readonly Use[] {
  const path = ['spec', 'exportTo'];
  const [scope, ...others] = listAt(object, ...path);
  if (scope === '.' && others.length === 0) return [];
  return [fieldUse(path, valueAt(object, ...path) ?? undefined, '["."]')];
}

function serviceUses(object: Tree, path: Path): readonly Use[] {
  const namespace = foreignNamespace(textAt(object, ...path), object);
  return namespace === undefined ? [] : usesBelow(object, path).map((use) => ({ ...use, inNamespace: namespace }));
}

/** The namespace of a Service in another namespace: `web.acme.svc.cluster.local`. */
function foreignNamespace(host: string, object: Tree): string | undefined {
  const namespace = /^[^.]+\.([^.]+)\.svc(?:\.|$)/.exec(host.toLowerCase())?.[1];
  return namespace === textAt(object, 'metadata', 'namespace') ? undefined : namespace;
}

function namespaceUses(object: Tree, path: Path): readonly Use[] {
  const name = textAt(object, ...path);
  const isOwn = name === '' || name === textAt(object, 'metadata', 'namespace');
  return isOwn ? [] : usesBelow(object, path).map((use) => ({ ...use, inNamespace: name }));
}
