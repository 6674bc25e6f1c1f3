import type { TenantRow } from '../../console/model/tenant-rows.ts';
import type { World } from '../../console/model/world.ts';
import { platformTenant } from '../../core/kind/tenant.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { once } from '../../data/once.ts';
import { findCatalogue } from '../../showback/find-catalogue.ts';
import type { Members } from '../can/roles.ts';
import { type Summary, summaryOf } from './summary.ts';

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

/** `stored` is a summary of the same commit. Without it, `keep` is called with the summary once it is computed. */
export function viewOf(sha: string, world: World, stored?: Summary, keep: (summary: Summary) => void = () => {}): View {
  const prices = once(() => ({ found: catalogueIn(world) }));
  const catalogue = () => prices().found;
  const summary = once(() => {
    if (stored) return stored;
    const found = summaryOf(world, catalogue());
    keep(found);
    return found;
  });
  return { sha, world, members: membersOf(summary), catalogue, rows: () => summary().rows };
}

/**
 * The active price book. A tenant's ConfigMap does not count. With errors in other tenants, the platform is rendered
 * alone.
 */
export function catalogueIn(world: World): Catalogue | undefined {
  const { objects } = world.all().ok ? world.all() : world.of(platformTenant);
  return findCatalogue(objects.filter(({ tenant }) => tenant === platformTenant));
}

function membersOf(summary: () => Summary): Members {
  const access = once(() => new Map(summary().access));
  const groups = once(() => new Map(summary().groups));
  return { accessOf: (tenant) => access().get(tenant), groupsOf: (user) => groups().get(user) ?? [] };
}
