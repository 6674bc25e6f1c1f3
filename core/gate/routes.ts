import { authoritiesOf } from '../../admission/certificate-authorities.ts';
import { delegatePlaces } from '../../admission/delegates.ts';
import { destinationPlaces, serviceNamespaceOf } from '../../admission/route-destinations.ts';
import { listAt, type Path, type Tree, textAt, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, type UsesOf, usesBelow } from './field-uses.ts';

const gatewayApi = 'gateway.networking.k8s.io';
const istio = 'networking.istio.io';

/**
 * Fields of routes and certificates that reach other namespaces. The admission rules `mesh-routes` and `hosts` limit the same
 * fields, but do not check what the platform applies.
 */
export const routeUses: readonly (readonly [string, UsesOf])[] = [
  ['Certificate.cert-manager.io', authorityUses],
  ...['GRPCRoute', 'HTTPRoute', 'TCPRoute', 'TLSRoute'].map((kind): readonly [string, UsesOf] => [
    `${kind}.${gatewayApi}`,
    backendUses,
  ]),
  ['HTTPProxy.projectcontour.io', delegateUses],
  [`ServiceEntry.${istio}`, exportUses],
  [`VirtualService.${istio}`, (object) => [...destinationUses(object, istio), ...delegateUses(object)]],
  [`WorkloadEntry.${istio}`, (object) => usesBelow(object, ['spec', 'address'])],
];

/** The key of a certificate authority can sign certificates for every host, unless its issuer is an Issuer in the namespace. */
function authorityUses(object: Tree): readonly Use[] {
  if (authoritiesOf(object).length === 0) return [];
  return [...usesBelow(object, ['spec', 'isCA']), ...usesBelow(object, ['spec', 'issuerRef'])];
}

/** The gateway of a mesh can reach the Services of every tenant. */
function destinationUses(object: Tree, group: string): readonly Use[] {
  return destinationPlaces(object, group).flatMap((path) => serviceUses(object, path));
}

/** Also returns uses at the kind, because a parameter can set either the kind or the name of a backend of the kind Hostname. */
function backendUses(object: Tree): readonly Use[] {
  const uses = destinationUses(object, gatewayApi);
  return [...uses, ...uses.map((use) => ({ ...use, path: [...use.path.slice(0, -1), 'kind'] }))];
}

function delegateUses(object: Tree): readonly Use[] {
  return delegatePlaces(object).flatMap((path) => namespaceUses(object, path));
}

/** The hosts of a ServiceEntry apply to every namespace that sees it. */
function exportUses(object: Tree): readonly Use[] {
  const path = ['spec', 'exportTo'];
  const [scope, ...others] = listAt(object, ...path);
  if (scope === '.' && others.length === 0) return [];
  return [fieldUse(path, valueAt(object, ...path) ?? undefined, '["."]')];
}

function serviceUses(object: Tree, path: Path): readonly Use[] {
  const namespace = serviceNamespaceOf(textAt(object, ...path).toLowerCase());
  return namespace === undefined ? [] : usesIn(namespace, object, path);
}

function namespaceUses(object: Tree, path: Path): readonly Use[] {
  const namespace = textAt(object, ...path);
  return namespace === '' ? [] : usesIn(namespace, object, path);
}

/** Returns the uses of a value that refers to a namespace. Empty if the object is in this namespace. */
function usesIn(namespace: string, object: Tree, path: Path): readonly Use[] {
  if (namespace === textAt(object, 'metadata', 'namespace')) return [];
  return usesBelow(object, path).map((use) => ({ ...use, inNamespace: namespace }));
}
