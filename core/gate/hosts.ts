import { type HostField, hostFields, ingressHosts } from '../../admission/host-fields.ts';
import { resourceKinds } from '../../admission/resource-kinds.ts';
import { asText } from '../../data/as-text.ts';
import { leavesOf } from '../../data/leaves.ts';
import { listAt, type Path, pathsIn, type Tree, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { ingressPaths, isPlainPath } from '../../kubernetes/ingress-paths.ts';
import type { Use } from '../settings/use.ts';
import { fieldUse, type UsesOf, usesBelow, usesExcept, useUnless } from './field-uses.ts';

/**
 * The class, the hosts and paths of rules, and the hosts of certificates. A rule without a host matches every host, and so does
 * a default backend.
 */
export function ingressUses(object: Tree): readonly Use[] {
  return [
    ...usesOfHosts(object, ingressHosts),
    ...usesExcept(object, ['spec'], ['rules', 'tls']),
    ...ingressPaths(object).flatMap((at) => pathUses(object, at)),
    ...pathsIn(object, ['spec', 'tls']).flatMap((at) => certificateUses(object, at)),
  ];
}

/**
 * Paths on a host that other tenants can share, paths that a controller could interpret as more than a path, such as a directive
 * in the configuration of its proxy, and backends other than Services.
 */
function pathUses(object: Tree, entry: Path): readonly Use[] {
  const path = [...entry, 'path'];
  const text = textAt(object, ...path);
  const host = textAt(object, ...entry.slice(0, hostLength), 'host');
  return [
    { sort: 'host', path, host, folder: text.replace(/^\//, '') },
    ...(isPlainPath(text) ? [] : usesBelow(object, path)),
    ...useUnless(object, [...entry, 'pathType'], ['Exact', 'Prefix']),
    ...usesBelow(object, [...entry, 'backend', 'resource']),
  ];
}

/** The number of steps to a rule: `spec.rules[0]`. */
const hostLength = 3;

/** The Secret with the certificate of a host. A controller can use it for every Ingress with this host. */
function certificateUses(object: Tree, entry: Path): readonly Use[] {
  const path = [...entry, 'secretName'];
  return textsAt(object, ...entry, 'hosts').map((host) => ({ sort: 'host', path, host }));
}

/** The Secrets with certificates for all hosts of the rules, if one of these hosts is foreign. */
export function defaultCertificateUses(object: Tree, foreign: Use): readonly Use[] {
  const entries = pathsIn(object, ['spec', 'tls']).filter((entry) => listAt(object, ...entry, 'hosts').length === 0);
  return entries.map((entry) => ({ ...foreign, path: [...entry, 'secretName'] }));
}

/** Kinds with hosts, except Ingress. A route or listener without a host matches every host of its Gateway. */
export const hostFieldUses: readonly (readonly [string, UsesOf])[] = hostFields
  .filter((field) => field !== ingressHosts)
  .map((field) => [`${resourceKinds[field.resource]}.${field.group}`, (object) => usesOfHosts(object, field)]);

/**
 * Names of a Certificate with characters that no name of a Service has. An issuer can read a name with commas as several names,
 * and a URI can end like a Service.
 */
export function joinedNameUses(object: Tree): readonly Use[] {
  const fields = ['commonName', 'dnsNames', 'ipAddresses', 'uris'].map((field) => ['spec', field]);
  const leaves = fields.flatMap((field) => leavesOf(valueAt(object, ...field), field));
  const joined = leaves.filter(({ value }) => typeof value === 'string' && !/^[\w.*-]*$/.test(value));
  return joined.map(({ path, value }) => ({ sort: 'host', path, host: asText(value) }));
}

function usesOfHosts(object: Tree, { places }: HostField): readonly Use[] {
  return places(object).map(({ path, host }) =>
    host === '' ? { ...fieldUse(path, undefined), isHost: true } : { sort: 'host', path, host },
  );
}
