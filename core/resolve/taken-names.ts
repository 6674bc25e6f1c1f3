import { addToGroup } from '../../data/group-by.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Settings } from '../settings/settings.ts';
import type { Identified } from './identify.ts';

/** The name of something else that a tenant with the given name would own. Undefined if there is none. */
export type TakenName = (tenant: string) => string | undefined;

/**
 * Finds the directory names that no tenant can have. A tenant owns its name and every name that starts with it and `-`, so
 * `kube` would own `kube-system`, `org` the objects of every Org, and `org-acme` those of the Org `acme`. The same applies
 * to reserved and shared namespaces, namespaces with resources of the platform, and names that are granted to other
 * tenants.
 */
export function takenNames(all: readonly Identified[], kinds: readonly AnyKind[], settings: Settings): TakenName {
  const own = new Map<string, string>();
  const objectPrefixes = kinds.flatMap((kind) => kind.objectPrefixes ?? []);
  for (const name of [...settings.reservedNames, ...objectPrefixes, ...platformNamespaces(all)])
    for (const owner of ownersOf(name)) if (!own.has(owner)) own.set(owner, name);
  const granted = new Map<string, string[]>();
  for (const name of settings.grantedNames.keys()) for (const owner of ownersOf(name)) addToGroup(granted, owner, name);
  const isForeign = (name: string, tenant: string) => settings.grantedNames.get(name)?.tenants.has(tenant) === false;
  const isPrefix = (name: string) => settings.grantedNames.get(name)?.isPrefix === true;
  return (tenant) =>
    own.get(tenant) ??
    (settings.isReserved(tenant) ? tenant : undefined) ??
    objectPrefixes.find((prefix) => tenant.startsWith(prefix)) ??
    (granted.size === 0
      ? undefined
      : [...(granted.get(tenant) ?? []), ...prefixesOf(tenant).filter(isPrefix)].find((name) =>
          isForeign(name, tenant),
        ));
}

/** The namespaces of documents in the Platform's directory that are not about a tenant. */
function platformNamespaces(all: readonly Identified[]): readonly string[] {
  const shared = all.filter(({ authority }) => authority.sort === 'platform' && authority.about === undefined);
  return [...new Set(shared.map(({ namespace }) => namespace))].filter((namespace) => namespace !== '');
}

function ownersOf(name: string): readonly string[] {
  return [name, ...prefixesOf(name)];
}

/** The names that own a longer name: `a` and `a-b` own `a-b-c`. */
export function prefixesOf(name: string): readonly string[] {
  const steps = name.split('-');
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('-'));
}
