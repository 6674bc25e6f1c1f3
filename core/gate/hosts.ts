import { leavesOf } from '../../data/leaves.ts';
import { type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { ingressPaths, isPlainPath } from '../../kubernetes/ingress-paths.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, type UsesOf, usesBelow, useUnless } from './field-uses.ts';

/** Hosts and paths of rules, and hosts of certificates. A rule without a host, and a default backend, answer for every host. */
export function ingressUses(object: Tree): readonly Use[] {
  const rules = pathsIn(object, ['spec', 'rules']).map((rule) => [...rule, 'host']);
  return [
    ...rules.flatMap((path) => (valueAt(object, ...path) ? hostsAt(object, path) : [fieldUse(path, undefined)])),
    ...pathsIn(object, ['spec', 'tls']).flatMap((tls) => hostsAt(object, [...tls, 'hosts'])),
    ...usesBelow(object, ['spec', 'defaultBackend']),
    ...ingressPaths(object).flatMap((at) => pathUses(object, at)),
  ];
}

/** What a controller could read as something other than a path, such as a part of the configuration of its proxy. */
function pathUses(object: Tree, entry: Path): readonly Use[] {
  const path = [...entry, 'path'];
  return [
    ...(isPlainPath(textAt(object, ...path)) ? [] : usesBelow(object, path)),
    ...useUnless(object, [...entry, 'pathType'], ['Exact', 'Prefix']),
    ...usesBelow(object, [...entry, 'backend', 'resource']),
  ];
}

/** Kinds with lists of hosts. */
export const hostFieldUses: readonly (readonly [string, UsesOf])[] = [
  inFields('Certificate.cert-manager.io', ['spec', 'dnsNames'], ['spec', 'commonName']),
  inFields('GRPCRoute.gateway.networking.k8s.io', ['spec', 'hostnames']),
  inFields('HTTPRoute.gateway.networking.k8s.io', ['spec', 'hostnames']),
  inFields('TLSRoute.gateway.networking.k8s.io', ['spec', 'hostnames']),
  inFields('Route.route.openshift.io', ['spec', 'host']),
  inFields('VirtualService.networking.istio.io', ['spec', 'hosts']),
];

function inFields(kind: string, ...paths: readonly Path[]): readonly [string, UsesOf] {
  return [kind, (object) => paths.flatMap((path) => hostsAt(object, path))];
}

function hostsAt(object: Tree, path: Path): readonly Use[] {
  const hosts = leavesOf(valueAt(object, ...path), path);
  return hosts.map(({ path: at, value }) => ({ sort: 'host', path: at, host: String(value) }));
}
