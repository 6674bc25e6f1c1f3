import { leavesOf } from '../../data/leaves.ts';
import { type Path, pathsIn, type Tree, textAt, valueAt } from '../../data/tree.ts';
import { ingressPaths, isPlainPath } from '../../kubernetes/ingress-paths.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, type UsesOf, usesBelow, usesExcept, useUnless } from './field-uses.ts';

/**
 * The class, the hosts and paths of rules, and the hosts of certificates. A rule without a host and a default backend match
 * every host.
 */
export function ingressUses(object: Tree): readonly Use[] {
  const rules = pathsIn(object, ['spec', 'rules']).map((rule) => [...rule, 'host']);
  return [
    ...rules.flatMap((path) => (valueAt(object, ...path) ? hostsAt(object, path) : [fieldUse(path, undefined)])),
    ...pathsIn(object, ['spec', 'tls']).flatMap((tls) => hostsAt(object, [...tls, 'hosts'])),
    ...usesExcept(object, ['spec'], ['rules', 'tls']),
    ...ingressPaths(object).flatMap((at) => pathUses(object, at)),
  ];
}

/** Paths that a controller could interpret as more than a path, such as a directive in the configuration of its proxy. */
function pathUses(object: Tree, entry: Path): readonly Use[] {
  const path = [...entry, 'path'];
  return [
    ...(isPlainPath(textAt(object, ...path)) ? [] : usesBelow(object, path)),
    ...useUnless(object, [...entry, 'pathType'], ['Exact', 'Prefix']),
    ...usesBelow(object, [...entry, 'backend', 'resource']),
  ];
}

/** Kinds with hosts. A route or listener without a host matches every host of its Gateway. */
export const hostFieldUses: readonly (readonly [string, UsesOf])[] = [
  [
    'Certificate.cert-manager.io',
    (object) => ['dnsNames', 'commonName'].flatMap((field) => hostsAt(object, ['spec', field])),
  ],
  inEntries('DNSEndpoint.externaldns.k8s.io', 'endpoints', 'dnsName'),
  inField('GRPCRoute.gateway.networking.k8s.io', 'hostnames'),
  [
    'HTTPProxy.projectcontour.io',
    (object) => (valueAt(object, 'spec', 'virtualhost') ? requiredHosts(object, ['spec', 'virtualhost', 'fqdn']) : []),
  ],
  inField('HTTPRoute.gateway.networking.k8s.io', 'hostnames'),
  inField('TLSRoute.gateway.networking.k8s.io', 'hostnames'),
  inField('Route.route.openshift.io', 'host'),
  inField('VirtualService.networking.istio.io', 'hosts'),
  inEntries('Gateway.gateway.networking.k8s.io', 'listeners', 'hostname'),
  inEntries('Gateway.networking.istio.io', 'servers', 'hosts'),
  inEntries('ListenerSet.gateway.networking.k8s.io', 'listeners', 'hostname'),
  inEntries('XListenerSet.gateway.networking.x-k8s.io', 'listeners', 'hostname'),
];

function inField(kind: string, field: string): readonly [string, UsesOf] {
  return [kind, (object) => requiredHosts(object, ['spec', field])];
}

function inEntries(kind: string, list: string, field: string): readonly [string, UsesOf] {
  return [kind, (object) => pathsIn(object, ['spec', list]).flatMap((at) => requiredHosts(object, [...at, field]))];
}

function requiredHosts(object: Tree, path: Path): readonly Use[] {
  const texts = leavesOf(valueAt(object, ...path), path).map(({ value }) => String(value ?? ''));
  return texts.some((text) => text !== '') ? hostsAt(object, path) : [fieldUse(path, undefined)];
}

/** Istio prefixes the host with the namespace of the route: `acme/a.example.com`. */
function hostsAt(object: Tree, path: Path): readonly Use[] {
  const hosts = leavesOf(valueAt(object, ...path) ?? undefined, path);
  return hosts.map(({ path: at, value }) => ({ sort: 'host', path: at, host: String(value).replace(/^[^/]*\//, '') }));
}
