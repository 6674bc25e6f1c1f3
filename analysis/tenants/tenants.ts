import type { QuotaAmounts, TenantSummary, UncheckedDocument } from '../../core/kind/capabilities.ts';
import type { AnyKind } from '../../core/kind/kind.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { Rendering } from '../../core/rendering.ts';
import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';

/** A tenant of a render. */
export interface TenantEntry {
  readonly name: string;
  /** The resources that define the tenant, or its first resource if none does. Never empty. */
  readonly roots: readonly Resource[];
  /** The summary of the roots. Empty if no resource defines the tenant. */
  readonly summary: TenantSummary;
  /** The number of namespaces that are rendered for the tenant. */
  readonly namespaces: number;
}

/** All tenants of a render, sorted by name. */
export function tenantEntries(kinds: readonly AnyKind[], { resources, objects }: Rendering): readonly TenantEntry[] {
  const byTenant = groupBy(resources, ({ tenant }) => tenant);
  const namespaces = objects.filter(({ id }) => id.kind === 'Namespace' && id.group === '');
  const namespacesOf = groupBy(namespaces, ({ tenant }) => tenant);
  return [...byTenant]
    .filter(([name]) => isTenant(name))
    .map(([name, own]) => ({ name, ...rootsOf(own, kinds), namespaces: namespacesOf.get(name)?.length ?? 0 }))
    .sort((a, b) => compare(a.name, b.name));
}

function rootsOf(own: readonly Resource[], kinds: readonly AnyKind[]): Pick<TenantEntry, 'roots' | 'summary'> {
  const defining = own.filter(({ kind }) => kinds.some(({ id, tenant }) => id === kind && tenant));
  const summaries = defining.map((resource) => summarizeTenant(kinds, resource.kind, resource));
  return { roots: defining.length > 0 ? defining : own.slice(0, 1), summary: Object.assign({}, ...summaries) };
}

/** The summary of a document that defines a tenant. Empty for other kinds. */
export function summarizeTenant(kinds: readonly AnyKind[], kind: string, document: UncheckedDocument): TenantSummary {
  return kinds.find(({ id }) => id === kind)?.tenant?.(document) ?? {};
}

export interface QuotaEntry {
  readonly resource: Resource;
  readonly amounts: QuotaAmounts;
}

/** The quotas with this name in a render. */
export function quotasNamed(kinds: readonly AnyKind[], { resources }: Rendering, name: string): readonly QuotaEntry[] {
  return resources
    .filter((resource) => resource.name === name)
    .flatMap((resource) => {
      const amounts = kinds.find(({ id }) => id === resource.kind)?.quota?.(resource);
      return amounts ? [{ resource, amounts }] : [];
    });
}

/** The names of the groups that list each user. */
export function rostersWith(
  kinds: readonly AnyKind[],
  { resources }: Rendering,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const resource of resources)
    for (const user of kinds.find(({ id }) => id === resource.kind)?.roster?.(resource) ?? [])
      groups.set(user, (groups.get(user) ?? new Set()).add(resource.name));
  return new Map([...groups].map(([user, names]) => [user, [...names]]));
}
