import type { RenderedNamespace } from '../kind/capabilities.ts';
import type { Resource } from '../kind/resource.ts';
import type { World } from '../kind/world.ts';
import type { Guard } from '../problem/guard.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import type { Granted } from '../settings/grants.ts';
import type { Identified } from './identify.ts';

/** How many documents of a kind a tenant's directory can contain without a limit in a Grant. */
const standard = { granted: 1, byDefault: 100 };

/** How many namespaces the files of a tenant's directory can render without a limit in a Grant. */
const namespaces = 20;

/**
 * Counts the documents of tenants' directories and refuses those above the limit of their kind: a team that may state a quota
 * or plan could otherwise state it any number of times.
 */
export function documentLimits(
  granted: (tenant: string) => Granted,
): (document: Identified, kind: string) => readonly Fault[] {
  const counts = new Map<string, number>();
  return (document, kind) => {
    if (document.authority.sort !== 'tenant') return [];
    const { tenant } = document.authority;
    const own = document.kind.delegation?.byDefault ? standard.byDefault : standard.granted;
    const most = granted(tenant).limits.get(kind) ?? own;
    const place = `${tenant} ${kind}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    if (count <= most) return [];
    return [above(document, { tenant, what: kind, kind, most })];
  };
}

/**
 * Refuses a second document of a tenant's directory that a resource of the platform lists, such as a second Org on a shared
 * TenantPlane: one tenant could use the capacity that others share. `places` collects those that are taken.
 */
export function secondPlaces({ authority, document, targets }: Identified, places: Set<string>): readonly Fault[] {
  if (authority.sort !== 'tenant') return [];
  const { tenant } = authority;
  return targets.flatMap(({ reference, key, path, name }) => {
    if (!reference.listed || !reference.crossTenant) return [];
    const place = `${tenant} ${key}`;
    if (!places.has(place)) {
      places.add(place);
      return [];
    }
    const message = `tenant ${tenant} has a resource on ${name} already: a directory of a tenant has one place there`;
    const fix = `remove the field, or move the resource to tenants/${tenant}.yaml in the Platform's directory`;
    return [
      { code: 'not-granted', origin: document.origin, place: atValue(path), message, fix, tenants: [tenant] } as const,
    ];
  });
}

/** Refuses namespaces above the limit, whatever documents of the directory list them. */
export function namespaceLimits(
  resources: ReadonlyMap<Identified, Resource>,
  world: World,
  guard: Guard,
): readonly Fault[] {
  const counts = new Map<string, number>();
  return [...resources].flatMap(([document, resource]) => {
    const { authority, kind } = document;
    if (authority.sort !== 'tenant' || !kind.namespaces) return [];
    const { tenant } = authority;
    const run = () => kind.namespaces?.(resource, world) ?? [];
    const own = guard<readonly RenderedNamespace[]>({ origin: resource.origin, tenants: [tenant] }, run, []);
    const most = world.settings.granted(tenant).limits.get('Namespace') ?? namespaces;
    const before = counts.get(tenant) ?? 0;
    counts.set(tenant, before + own.length);
    if (before > most || before + own.length <= most) return [];
    return [above(document, { tenant, what: 'namespaces', kind: 'Namespace', most })];
  });
}

interface Limit {
  readonly tenant: string;
  readonly what: string;
  readonly kind: string;
  readonly most: number;
}

function above({ document }: Identified, { tenant, what, kind, most }: Limit): Fault {
  const message = `the directory of tenant ${tenant} is above its limit of ${what}, which is ${most}`;
  const fix = `remove some, or state a larger number in spec.limits["${kind}"] of a Grant`;
  return {
    code: 'not-granted',
    origin: document.origin,
    place: atValue(['metadata', 'name']),
    message,
    fix,
    tenants: [tenant],
  };
}
