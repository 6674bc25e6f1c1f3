import { type TenantRow, tenantRows } from '../../console/model/tenant-rows.ts';
import { type World, worldOf } from '../../console/model/world.ts';
import type { RoleMembers } from '../../core/kind/capabilities.ts';
import { platformTenant } from '../../core/kind/tenant.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { once } from '../../data/once.ts';
import { groupsIn, type SourceFile, tenantsIn } from '../../leasehold.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import type { Members } from '../can/roles.ts';

/** A commit with its files and everything derived from them, computed on first use. */
export interface View {
  /** The full commit. */
  readonly sha: string;
  readonly world: World;
  readonly members: Members;
  /** Every tenant, by name. */
  readonly rows: () => readonly TenantRow[];
  readonly catalogue: () => Catalogue | undefined;
}

export function viewOf(sha: string, files: readonly SourceFile[]): View {
  const world = worldOf(files);
  const prices = once(() => ({ found: catalogueIn(world) }));
  const catalogue = () => prices().found;
  return { sha, world, members: membersOf(world), catalogue, rows: once(() => tenantRows(world, catalogue())) };
}

/** The active price book. A tenant's ConfigMap is not one. With errors in other tenants, the platform is rendered alone. */
export function catalogueIn(world: World): Catalogue | undefined {
  const { objects } = world.all().ok ? world.all() : world.of(platformTenant);
  return findCatalogue(objects.filter(({ tenant }) => tenant === platformTenant));
}

/** If the files have errors, only valid documents define roles. */
export function membersOf(world: World): Members {
  const access = once(() => accessByTenant(world));
  const groups = new Map<string, readonly string[]>();
  return {
    accessOf: (tenant) => access().get(tenant),
    groupsOf: (user) => {
      const known = groups.get(user) ?? groupsIn({ ...world.all(), resources: world.resources() }, user);
      if (groups.size < 10_000) groups.set(user, known);
      return known;
    },
  };
}

function accessByTenant(world: World): ReadonlyMap<string, readonly RoleMembers[]> {
  const all = world.all();
  const entries = tenantsIn({ ...all, objects: [], resources: world.resources() });
  return new Map(entries.map(({ name, summary }) => [name, summary.access ?? []]));
}
