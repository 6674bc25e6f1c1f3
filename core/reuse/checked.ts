import { isEqual } from '../../data/is-equal.ts';
import { once } from '../../data/once.ts';
import { compare } from '../../data/order.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { type Checked, check } from '../check/check.ts';
import { withDeployment } from '../deployment/deployment.ts';
import type { PlacementGrant } from '../kind/capabilities.ts';
import { outputTenant } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';
import { guardInto, noDocument } from '../problem/guard.ts';
import type { Rendered } from '../render/render.ts';
import type { Resolved } from '../resolve/resolve.ts';

/** A render with its checks. */
export interface CheckedRender {
  readonly rendered: Rendered;
  readonly checked: Checked;
  /** The tenant of each object, and the tenants with objects in each namespace. */
  readonly index: () => Index;
}

interface Index {
  readonly owners: ReadonlyMap<string, string>;
  readonly tenants: ReadonlyMap<string, ReadonlySet<string>>;
}

export function checkAll(assembled: Rendered, { world }: Resolved): CheckedRender {
  const rendered = withDeployment(assembled, world.settings);
  return indexed(rendered, check(rendered, world));
}

function indexed(rendered: Rendered, checked: Checked): CheckedRender {
  return { rendered, checked, index: once(() => indexOf(checked.manifests)) };
}

function indexOf(manifests: readonly Manifest[]): Index {
  const tenants = new Map<string, Set<string>>();
  for (const { id, tenant } of manifests)
    tenants.set(id.namespace, (tenants.get(id.namespace) ?? new Set()).add(tenant));
  return { owners: new Map(manifests.map(({ id, tenant }) => [formatId(id), tenant])), tenants };
}

interface Change {
  readonly before: Resolved;
  readonly after: Resolved;
  /** Tenants with changed parts. */
  readonly changed: Iterable<string>;
}

/**
 * Checks only the changed tenants, and tenants whose objects or namespaces they can affect. Objects of the others stay valid,
 * because an earlier render without errors contains them.
 */
export function checkChanged(
  earlier: CheckedRender,
  assembled: Rendered,
  { before, after, changed }: Change,
): CheckedRender {
  if (!isEqual(placementsOf(before), placementsOf(after))) return checkAll(assembled, after);
  const { owners, tenants: tenantsIn } = earlier.index();
  const tenants = new Set([
    ...changed,
    ...movedNamespaces(before, after).flatMap((name) => [...(tenantsIn.get(name) ?? [])]),
  ]);
  for (;;) {
    const rendered = withDeployment(ofTenants(assembled, tenants), after.world.settings);
    const checked = check(rendered, after.world);
    const affected = checked.manifests.flatMap(({ id }) => owners.get(formatId(id)) ?? []);
    const missing = affected.filter((tenant) => !tenants.has(tenant));
    if (missing.length === 0) return merged(earlier, { assembled, rendered, checked, tenants });
    for (const tenant of missing) tenants.add(tenant);
  }
}

/** Objects of tenants that shared resources allow in namespaces of the platform. */
function placementsOf({ resources }: Resolved): readonly PlacementGrant[] {
  const guard = guardInto([]);
  return [...resources].flatMap(([{ kind }, resource]) =>
    kind.tenancy === 'own' ? [] : guard(noDocument, () => kind.placements(resource), []),
  );
}

/** The namespaces whose tenant has changed. They matter only if names and Grants decide who owns a namespace. */
function movedNamespaces(before: Resolved, after: Resolved): readonly string[] {
  if (!after.world.settings.delegates) return [];
  const names = [...before.world.namespaces(), ...after.world.namespaces()].map(({ name }) => name);
  return names.filter((name) => before.world.namespace(name)?.tenant !== after.world.namespace(name)?.tenant);
}

/** The part of a render that belongs to some tenants. */
function ofTenants(rendered: Rendered, tenants: ReadonlySet<string>): Rendered {
  return {
    ...rendered,
    resources: rendered.resources.filter(({ resource }) => tenants.has(outputTenant(resource.tenant))),
    shared: rendered.shared.filter(({ tenant }) => tenants.has(tenant)),
  };
}

interface Checks {
  readonly assembled: Rendered;
  /** The part of the render that belongs to `tenants`. */
  readonly rendered: Rendered;
  readonly checked: Checked;
  readonly tenants: ReadonlySet<string>;
}

function merged(earlier: CheckedRender, { assembled, rendered, checked, tenants }: Checks): CheckedRender {
  const isOther = ({ tenant }: Manifest) => !tenants.has(tenant);
  const shared = [...rendered.shared, ...earlier.rendered.shared.filter(isOther)];
  const manifests = mergedByFile(earlier.checked.manifests.filter(isOther), checked.manifests);
  return indexed({ ...rendered, resources: assembled.resources, shared }, { ...checked, manifests });
}

/** Merges two lists that are sorted by file. No file is in both, because a file belongs to one tenant. */
function mergedByFile(all: readonly Manifest[], some: readonly Manifest[]): readonly Manifest[] {
  const merged: Manifest[] = [];
  let next = 0;
  for (const one of all) {
    for (let other = some[next]; other && compare(other.file, one.file) < 0; other = some[++next]) merged.push(other);
    merged.push(one);
  }
  return [...merged, ...some.slice(next)];
}
