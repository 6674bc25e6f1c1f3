import { addToGroup } from '../../data/group-by.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import { platformTenant } from '../kind/tenant.ts';
import { guardInto } from '../problem/guard.ts';
import type { Settings } from '../settings/settings.ts';
import type { Identified } from './identify.ts';

/**
 * The name of something else that a tenant with the given name would own, or a prefix of the given name that belongs to someone
 * else. Undefined if there is none.
 */
export type TakenName = (tenant: string) => Taken | undefined;

interface Taken {
  readonly name: string;
  /** Whether it is a namespace of a document in the Platform's directory, which might be there by mistake. */
  readonly isOfDocument?: boolean;
}

/** Why no tenant can have the name, as the end of a sentence. */
export function whyTaken(tenant: string, { name, isOfDocument }: Taken): string {
  const prefix = name.endsWith('-') ? name : `${name}-`;
  if (tenant.startsWith(prefix)) return `names that start with ${prefix} are reserved, or granted to another tenant`;
  const names = name === prefix ? `all names that start with ${name}` : `the name ${name}`;
  const owned = `tenant ${tenant} would own ${names}`;
  return isOfDocument ? `${owned}, the namespace of a document in the Platform's directory` : owned;
}

export function takenFix(tenant: string, { isOfDocument }: Taken): string {
  return isOfDocument
    ? `rename the directory or, if the document is about the tenant, move it to tenants/${tenant}.yaml in the Platform's directory`
    : 'rename the directory';
}

/**
 * Finds the directory names that no tenant can have. A tenant owns its name and every name that starts with it and `-`, so
 * `kube` would own `kube-system`, `org` the objects of every Org, and `org-acme` those of the Org `acme`. The same applies
 * to reserved and shared namespaces, namespaces with resources of the platform, and names that are granted to other
 * tenants.
 */
export function takenNames(all: readonly Identified[], kinds: readonly AnyKind[], settings: Settings): TakenName {
  const own = new Map<string, Taken>();
  const objectPrefixes = kinds.flatMap((kind) => kind.objectPrefixes ?? []);
  const fixed = [...settings.reservedNames, ...objectPrefixes].map((name) => ({ name, isOfDocument: false }));
  for (const taken of [...fixed, ...platformNamespaces(all).map((name) => ({ name, isOfDocument: true }))])
    for (const owner of ownersOf(taken.name)) if (!own.has(owner)) own.set(owner, taken);
  const granted = new Map<string, string[]>();
  for (const name of settings.grantedNames.keys()) for (const owner of ownersOf(name)) addToGroup(granted, owner, name);
  const isForeign = (name: string, tenant: string) => settings.grantedNames.get(name)?.tenants.has(tenant) === false;
  const isPrefix = (name: string) => settings.grantedNames.get(name)?.isPrefix === true;
  const otherName = (tenant: string) =>
    (settings.isReserved(tenant) ? tenant : undefined) ??
    objectPrefixes.find((prefix) => tenant.startsWith(prefix)) ??
    (granted.size === 0
      ? undefined
      : [...(granted.get(tenant) ?? []), ...prefixesOf(tenant).filter(isPrefix)].find((name) =>
          isForeign(name, tenant),
        ));
  return (tenant) => {
    const known = own.get(tenant);
    const name = known ? undefined : otherName(tenant);
    return known ?? (name === undefined ? undefined : { name });
  };
}

/**
 * The namespaces of documents in the Platform's directory that are not about a tenant, and those in which these documents need
 * objects, such as the namespace of Argo CD.
 */
function platformNamespaces(all: readonly Identified[]): readonly string[] {
  const shared = all.filter(({ authority }) => authority.sort === 'platform' && authority.about === undefined);
  const names = shared.flatMap((document) => [document.namespace, ...placedNamespaces(document)]);
  return [...new Set(names)].filter((namespace) => namespace !== '');
}

/** Discards bugs in the code of a kind: they are reported when the placements are computed for the render. */
function placedNamespaces({ document, kind, name, namespace, valid }: Identified): readonly string[] {
  if (!valid || kind.tenancy === 'own') return [];
  const { body, origin } = document;
  const resource: Resource = {
    kind: kind.id,
    origin,
    tenant: platformTenant,
    namespace,
    name,
    body: body as Resource['body'],
  };
  const placements = guardInto([])({ origin }, () => kind.placements(resource), []);
  return placements.map((placement) => placement.namespace);
}

function ownersOf(name: string): readonly string[] {
  return [name, ...prefixesOf(name)];
}

/** The names that own a longer name: `a` and `a-b` own `a-b-c`. */
export function prefixesOf(name: string): readonly string[] {
  const steps = name.split('-');
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('-'));
}
