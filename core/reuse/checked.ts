import { once } from '../../data/once.ts';
import { formatId, type ObjectId } from '../../kubernetes/object-id.ts';
import { type Checked, check } from '../check/check.ts';
import { withDeployment } from '../deployment/deployment.ts';
import { outputTenant } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';
import { guardInto, noDocument } from '../problem/guard.ts';
import type { Rendered } from '../render/render.ts';
import type { Resolved } from '../resolve/resolve.ts';
import { type TenantObjects, tenantObjects } from './tenant-objects.ts';

export interface CheckedRender {
  readonly rendered: Rendered;
  readonly checked: Checked;
  readonly objects: TenantObjects;
  readonly index: () => Index;
  /** Undefined if the objects of all tenants can differ from those of the version before. */
  readonly rechecked: Rechecked | undefined;
}

export interface Rechecked {
  /** The tenants whose objects can differ. */
  readonly tenants: ReadonlySet<string>;
  /** The tenants that had objects in the namespace before. */
  readonly tenantsIn: (namespace: string) => readonly string[];
}

interface Index {
  /** The tenants with objects in a namespace. Cluster-scoped objects have an empty namespace. */
  readonly tenantsIn: (namespace: string) => readonly string[];
  /** The tenant of the object, or the only tenant with objects in its namespace. */
  readonly ownerOf: (id: ObjectId) => string | undefined;
}

export function checkAll(assembled: Rendered, { world }: Resolved): CheckedRender {
  const rendered = withDeployment(assembled, world.settings);
  const checked = check(rendered, world);
  return indexed({ rendered, checked, objects: tenantObjects(checked.manifests), rechecked: undefined });
}

function indexed(parts: Omit<CheckedRender, 'index'>): CheckedRender {
  return { ...parts, index: once(() => indexOf(parts.objects.all())) };
}

/** Most namespaces have objects of a single tenant, so the index does not format the ID of every object. */
function indexOf(manifests: readonly Manifest[]): Index {
  const only = new Map<string, string>();
  const shared = new Map<string, Set<string>>();
  for (const { id, tenant } of manifests) {
    const first = only.get(id.namespace) ?? tenant;
    only.set(id.namespace, first);
    if (first !== tenant) shared.set(id.namespace, (shared.get(id.namespace) ?? new Set([first])).add(tenant));
  }
  const inShared = manifests.filter(({ id }) => shared.has(id.namespace));
  const owners = new Map(inShared.map(({ id, tenant }) => [formatId(id), tenant]));
  return {
    tenantsIn: (namespace) => [
      ...(shared.get(namespace) ?? (only.has(namespace) ? [only.get(namespace) as string] : [])),
    ],
    ownerOf: (id) => (shared.has(id.namespace) ? owners.get(formatId(id)) : only.get(id.namespace)),
  };
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
  const { ownerOf, tenantsIn } = earlier.index();
  const namespaces = [...changedPlacements(before, after), ...movedNamespaces(before, after)];
  const tenants = new Set([...changed, ...namespaces.flatMap(tenantsIn)]);
  for (;;) {
    const rendered = withDeployment(ofTenants(assembled, tenants), after.world.settings);
    const checked = check(rendered, after.world);
    const affected = checked.manifests.flatMap(({ id }) => ownerOf(id) ?? []);
    const missing = affected.filter((tenant) => !tenants.has(tenant));
    if (missing.length === 0) return merged(earlier, { assembled, rendered, checked, tenants });
    for (const tenant of missing) tenants.add(tenant);
  }
}

/** The namespaces of the platform in which only one of the versions allows tenants to have objects of some kind. */
function changedPlacements(before: Resolved, after: Resolved): readonly string[] {
  const [old, now] = [placementsOf(before), placementsOf(after)];
  const added = [...now].filter(([key]) => !old.has(key));
  const removed = [...old].filter(([key]) => !now.has(key));
  return [...added, ...removed].map(([, namespace]) => namespace);
}

/** The namespaces in which shared resources allow objects of tenants, by namespace, group and kind. */
function placementsOf({ resources }: Resolved): ReadonlyMap<string, string> {
  const guard = guardInto([]);
  const all = [...resources].flatMap(([{ kind }, resource]) =>
    kind.tenancy === 'own' ? [] : guard(noDocument, () => kind.placements(resource), []),
  );
  return new Map(all.map(({ namespace, group, kind }) => [`${namespace} ${group} ${kind}`, namespace]));
}

/** The namespaces whose tenant has changed. They matter only if names and Grants determine who owns a namespace. */
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
  const objects = earlier.objects.with(tenants, checked.manifests);
  return indexed({
    rendered: { ...rendered, resources: assembled.resources, shared },
    checked: {
      problems: checked.problems,
      get manifests() {
        return objects.all();
      },
    },
    objects,
    rechecked: { tenants, tenantsIn: earlier.index().tenantsIn },
  });
}
