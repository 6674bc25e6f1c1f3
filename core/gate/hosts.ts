import { leavesOf } from '../../data/leaves.ts';
import { type Path, type Tree, valueAt } from '../../data/tree.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, pathsIn, type UsesOf, usesBelow } from './field-uses.ts';

/** The hosts of rules and certificates. A rule without a host, and a default backend, answer for every host. */
export function ingressUses(object: Tree): readonly Use[] {
  const rules = pathsIn(object, ['spec', 'rules']).map((rule) => [...rule, 'host']);
  return [
    ...rules.flatMap((path) => (valueAt(object, ...path) ? hostsAt(object, path) : [fieldUse(path, undefined)])),
    ...pathsIn(object, ['spec', 'tls']).flatMap((tls) => hostsAt(object, [...tls, 'hosts'])),
    ...usesBelow(object, ['spec', 'defaultBackend']),
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
