import { contracts } from '../../build/contracts.ts';
import type { RenderedNamespace } from '../kind/capabilities.ts';
import type { Resource } from '../kind/resource.ts';
import type { World } from '../kind/world.ts';
import type { Guard } from '../problem/guard.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import type { Granted } from '../settings/grants.ts';
import { namespaceLimit } from '../settings/namespace-limit.ts';
import type { Identified } from './identify.ts';

/**
 * The maximum number of documents of one kind in a tenant's directory: `granted` for a kind that needs a Grant, `byDefault` for
 * any other kind. A Grant can set another limit.
 */
const defaultLimits = { granted: 1, byDefault: 100 };

/**
 * Rejects documents in tenant directories that exceed the limit for their kind. Otherwise, a team that may use a quota
 * or plan could use it any number of times.
 */
export function documentLimitChecker(
  granted: (tenant: string) => Granted,
): (document: Identified, kind: string) => readonly UnlocatedProblem[] {
  const counts = new Map<string, number>();
  return (document, kind) => {
    if (document.authority.sort !== 'tenant') return [];
    const { tenant } = document.authority;
    const own = document.kind.delegation?.byDefault ? defaultLimits.byDefault : defaultLimits.granted;
    const max = granted(tenant).limits.get(kind) ?? own;
    const placement = `${tenant} ${kind}`;
    const count = (counts.get(placement) ?? 0) + 1;
    counts.set(placement, count);
    if (count <= max) return [];
    return [aboveLimit(document, { tenant, what: 'document', kind, max })];
  };
}

/**
 * Rejects a second document of a tenant's directory that the same platform resource lists, such as a second Org on a shared
 * TenantPlane. Otherwise, one tenant could use all capacity of the platform resource. Records the first document on each
 * platform resource in `placements`.
 */
export function secondPlacements(
  { authority, document, targets }: Identified,
  placements: Set<string>,
): readonly UnlocatedProblem[] {
  if (authority.sort !== 'tenant') return [];
  const { tenant } = authority;
  return targets.flatMap(({ reference, key, path, name }) => {
    if (!reference.listed || !reference.crossTenant) return [];
    const placement = `${tenant} ${key}`;
    if (!placements.has(placement)) {
      placements.add(placement);
      return [];
    }
    const message = `another resource of tenant ${tenant} is already on ${contracts[reference.to].kind} ${name}; a tenant's directory can have only one resource on it`;
    const fix = `remove the field, or move the resource to tenants/${tenant}.yaml in the Platform's directory`;
    return [
      { code: 'not-granted', origin: document.origin, place: atValue(path), message, fix, tenants: [tenant] } as const,
    ];
  });
}

/** Reports each tenant's directory with too many namespaces, at the first document that exceeds the limit. */
export function namespaceLimits(
  resources: ReadonlyMap<Identified, Resource>,
  world: World,
  guard: Guard,
): readonly UnlocatedProblem[] {
  const counts = new Map<string, number>();
  return [...resources].flatMap(([document, resource]) => {
    const { authority, kind } = document;
    if (authority.sort !== 'tenant' || !kind.namespaces) return [];
    const { tenant } = authority;
    const run = () => kind.namespaces?.(resource, world) ?? [];
    const own = guard<readonly RenderedNamespace[]>({ origin: resource.origin, tenants: [tenant] }, run, []);
    const max = namespaceLimit(world.settings.granted(tenant));
    const before = counts.get(tenant) ?? 0;
    counts.set(tenant, before + own.length);
    if (before > max || before + own.length <= max) return [];
    return [aboveLimit(document, { tenant, what: 'namespace', kind: 'Namespace', max })];
  });
}

interface Limit {
  readonly tenant: string;
  readonly what: 'document' | 'namespace';
  readonly kind: string;
  readonly max: number;
}

function aboveLimit({ document }: Identified, { tenant, what, kind, max }: Limit): UnlocatedProblem {
  const counted = `${max} ${what}${max === 1 ? '' : 's'}${what === 'document' ? ` of kind ${kind}` : ''}`;
  const message = `the directory of tenant ${tenant} can have at most ${counted}`;
  const fix = `remove ${what}s, or set a larger number in spec.limits["${kind}"] of a Grant`;
  return {
    code: 'not-granted',
    origin: document.origin,
    place: atValue(['metadata', 'name']),
    message,
    fix,
    tenants: [tenant],
  };
}
