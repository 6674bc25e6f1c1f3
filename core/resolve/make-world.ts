import type { KindId } from '../../build/contracts.ts';
import { addToGroup, groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import type { PlacementGrant } from '../kind/capabilities.ts';
import type { AnyKind } from '../kind/kind.ts';
import type { Resource } from '../kind/resource.ts';
import { outputTenant, tenantLabels } from '../kind/tenant.ts';
import type { TenantNamespace, World } from '../kind/world.ts';
import type { Guard } from '../problem/guard.ts';
import type { Settings } from '../settings/settings.ts';
import type { Origin } from '../source/source.ts';
import { type Identified, referencedKeys } from './identify.ts';

type Resources = ReadonlyMap<Identified, Resource>;

/** The namespaces that a resource renders, with the labels of its tenant. */
export type OwnNamespaces = (kind: AnyKind, resource: Resource, world: World) => readonly TenantNamespace[];

export const ownNamespacesOf: OwnNamespaces = (kind, resource, world) => {
  const tenant = outputTenant(resource.tenant);
  const own = kind.namespaces?.(resource, world) ?? [];
  return own.map(({ name, labels }) => ({ name, tenant, labels: { ...labels, ...tenantLabels(tenant) } }));
};

interface Context {
  readonly settings: Settings;
  readonly guard: Guard;
  /** Can return the result of an earlier run. */
  readonly ownNamespaces?: OwnNamespaces | undefined;
}

/** Indexes the resources once, so that a lookup costs the same in a repository of any size. */
export function makeWorld(
  all: readonly Identified[],
  resources: Resources,
  { settings, guard, ownNamespaces = ownNamespacesOf }: Context,
): World {
  const byKind = groupBy(resources.values(), ({ kind }) => kind);
  const links = linkResources(all, resources);
  const derived = new Map<unknown, Attempt>();
  const incomplete = new Set(all.filter(({ valid }) => !valid).map(({ kind }) => kind.id));
  const delegated = new Set(
    all.filter(({ authority }) => authority.sort === 'tenant').map(({ document }) => document.origin),
  );
  const namespaces = (world: World) => namespacesOf(resources, world, { guard, ownNamespaces });
  const namespaceList = (world: World) => [...world.derived(namespaces).values()];
  const world: World = {
    settings,
    ...placementsOf(resources, guard),
    all: (kind) => (byKind.get(kind) ?? []) as never,
    target: (resource, to) => links.targets.get(resource.origin)?.find(({ kind }) => kind === to) as never,
    targets: (resource, to) => (links.targets.get(resource.origin)?.filter(({ kind }) => kind === to) ?? []) as never,
    referrers: (resource, from) =>
      (links.referrers.get(resource.origin)?.filter(({ kind }) => kind === from) ?? []) as never,
    hasInvalidReferrer: (resource, from) => links.invalidReferrers.get(resource.origin)?.has(from) ?? false,
    isDelegated: (origin) => settings.delegates && delegated.has(origin),
    namespaces: () => world.derived(namespaceList),
    namespace: (name) => world.derived(namespaces).get(name),
    knowsAllNamespaces: all.every(({ kind, valid }) => valid || !kind.namespaces),
    isComplete: (kind) => !incomplete.has(kind),
    derived: (derive) => {
      const result = derived.get(derive) ?? attempt(() => derive(world));
      derived.set(derive, result);
      if ('error' in result) throw result.error;
      return result.value as never;
    },
  };
  return world;
}

/** Also caches an exception, so that a failing computation does not run again for every resource. */
type Attempt = { readonly value: unknown } | { readonly error: unknown };

function attempt(run: () => unknown): Attempt {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

function namespacesOf(
  resources: Resources,
  world: World,
  { guard, ownNamespaces }: { readonly guard: Guard; readonly ownNamespaces: OwnNamespaces },
): ReadonlyMap<string, TenantNamespace> {
  const all = [...resources].flatMap(([{ kind }, resource]) => {
    if (!kind.namespaces) return [];
    const subject = { origin: resource.origin, tenants: [resource.tenant] };
    return guard(subject, () => ownNamespaces(kind, resource, world), []);
  });
  return new Map(all.sort((a, b) => compare(a.name, b.name)).map((one) => [one.name, one]));
}

function placementsOf(resources: Resources, guard: Guard): Pick<World, 'allowsPlacement' | 'isPlatformNamespace'> {
  const grants: PlacementGrant[] = [];
  for (const [{ kind }, resource] of resources) {
    const subject = { origin: resource.origin, tenants: [resource.tenant] };
    const own = kind.tenancy === 'own' ? [] : guard(subject, () => kind.placements(resource), []);
    for (const grant of own) grants.push(grant);
  }
  const objects = new Set(grants.map(({ namespace, group, kind }) => `${namespace} ${group} ${kind}`));
  const namespaces = new Set(grants.map(({ namespace }) => namespace));
  return {
    allowsPlacement: ({ namespace, group, kind }) => objects.has(`${namespace} ${group} ${kind}`),
    isPlatformNamespace: (namespace) => namespaces.has(namespace),
  };
}

/**
 * References in both directions. The maps are keyed by origin, because a resource with several recipients has one copy for
 * each, and all copies have the same origin.
 */
interface Links {
  readonly targets: ReadonlyMap<Origin, readonly Resource[]>;
  readonly referrers: ReadonlyMap<Origin, readonly Resource[]>;
  /** The kinds of the invalid documents that refer to a resource. */
  readonly invalidReferrers: ReadonlyMap<Origin, ReadonlySet<KindId>>;
}

function linkResources(all: readonly Identified[], resources: Resources): Links {
  const referenced = resourcesByKey(resources, referencedKeys(all));
  const targets = new Map<Origin, Resource[]>();
  const referrers = new Map<Origin, Resource[]>();
  const invalidReferrers = new Map<Origin, Set<KindId>>();
  for (const document of all) {
    const from = resources.get(document);
    for (const { key } of document.targets) {
      const to = referenced.get(key);
      if (!to) continue;
      if (!from) {
        invalidReferrers.set(to.origin, (invalidReferrers.get(to.origin) ?? new Set()).add(document.kind.id));
        continue;
      }
      addToGroup(targets, from.origin, to);
      addToGroup(referrers, to.origin, from);
    }
  }
  return { targets, referrers, invalidReferrers };
}

/** Resources by key, limited to some keys. Of duplicates, contains only the first. */
function resourcesByKey(resources: Resources, keys: ReadonlySet<string>): ReadonlyMap<string, Resource> {
  const byKey = new Map<string, Resource>();
  for (const [{ key }, resource] of resources) if (keys.has(key) && !byKey.has(key)) byKey.set(key, resource);
  return byKey;
}
