import { authoritiesOf } from '../../admission/certificate-authorities.ts';
import { destinationPlaces, serviceNamespaceOf } from '../../admission/route-destinations.ts';
import { leavesOf } from '../../data/leaves.ts';
import { listAt, type Tree, textAt, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, type UsesOf, usesBelow, usesExcept } from './field-uses.ts';
import { termUses } from './references.ts';

const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';

/**
 * Fields of routes and certificates that reach other namespaces. The admission rules `mesh-routes` and `hosts` limit the same
 * fields, except the Secrets of an HTTPProxy, but do not check what the platform applies.
 */
export const routeUses: readonly (readonly [string, UsesOf])[] = [
  ['Certificate.cert-manager.io', authorityUses],
  ...['GRPCRoute', 'HTTPRoute', 'TCPRoute', 'TLSRoute'].map((kind): readonly [string, UsesOf] => [
    `${kind}.${gatewayApi}`,
    (object) => destinationUses(object, gatewayApi),
  ]),
  ['HTTPProxy.projectcontour.io', certificateUses],
  [`ServiceEntry.${istio}`, exportUses],
  [`VirtualService.${istio}`, (object) => destinationUses(object, istio)],
  [`WorkloadEntry.${istio}`, (object) => usesBelow(object, ['spec', 'address'])],
];

/** The key of a certificate authority can sign certificates for every host, unless its issuer is an Issuer in the namespace. */
function authorityUses(object: Tree): readonly Use[] {
  if (authoritiesOf(object).length === 0) return [];
  return [...usesBelow(object, ['spec', 'isCA']), ...usesBelow(object, ['spec', 'issuerRef'])];
}

/** The gateway of a mesh can reach the Services of every tenant. The part around a host decides which Service it is. */
function destinationUses(object: Tree, group: string): readonly Use[] {
  return destinationPlaces(object, group).flatMap((path) => {
    const namespace = serviceNamespaceOf(textAt(object, ...path).toLowerCase());
    return namespace === undefined ? [] : termUses(object, path.slice(0, -1), namespace);
  });
}

/** Contour reads the name of a Secret with a slash as a namespace and a name. */
function certificateUses(object: Tree): readonly Use[] {
  const path = ['spec', 'virtualhost', 'tls'];
  return leavesOf(valueAt(object, ...path), path).flatMap(({ path, value }) => {
    const [namespace = '', name] = typeof value === 'string' ? value.split('/') : [];
    return name === undefined ? [] : termUses(object, path, namespace);
  });
}

/** The hosts and addresses of a ServiceEntry apply to every namespace that sees it. */
function exportUses(object: Tree): readonly Use[] {
  const path = ['spec', 'exportTo'];
  const [scope, ...others] = listAt(object, ...path);
  if (scope === '.' && others.length === 0) return [];
  return [
    fieldUse(path, valueAt(object, ...path) ?? undefined, '["."]'),
    ...usesExcept(object, ['spec'], ['exportTo']),
  ];
}
