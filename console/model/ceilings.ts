import type { TenantObjects } from '../../core/reuse/tenant-objects.ts';
import type { Catalogue } from '../../cost/catalogue.ts';
import { isEqual } from '../../data/is-equal.ts';
import { memo } from '../../data/memo.ts';
import { type Ceiling, ceilingOf } from './ceiling.ts';
import type { World } from './world.ts';

/** A version with its prices. */
export interface PricedWorld {
  readonly world: World;
  readonly catalogue: Catalogue | undefined;
}

type Ceilings = ReadonlyMap<string, Ceiling | undefined>;

/**
 * The sum of the ceilings of some tenants before and after a change. If prices do not change, reads only the quotas of
 * tenants that the change can affect.
 */
export function ceilingsOf(
  before: PricedWorld,
  after: PricedWorld,
  includes: (tenant: string) => boolean,
): { readonly before: Ceiling | undefined; readonly after: Ceiling | undefined } {
  const old = allCeilings(before);
  const compared = isEqual(before.catalogue, after.catalogue) ? after.world.comparedTo(before.world) : undefined;
  const objects = after.world.objects();
  const now = compared
    ? new Map([...old, ...tenantCeilings(objects, compared.tenants, after.catalogue)])
    : allCeilings(after);
  return { before: sumOf(old, includes), after: sumOf(now, includes) };
}

function allCeilings({ world, catalogue }: PricedWorld): Ceilings {
  return catalogue ? knownCeilings(world)(catalogue) : new Map();
}

const knownCeilings = memo((world: World) =>
  memo((catalogue: Catalogue) => tenantCeilings(world.objects(), world.objects().tenants(), catalogue)),
);

function tenantCeilings(objects: TenantObjects, tenants: Iterable<string>, catalogue: Catalogue | undefined): Ceilings {
  return new Map([...tenants].map((tenant) => [tenant, ceilingOf(objects.of([tenant]), catalogue)]));
}

function sumOf(ceilings: Ceilings, includes: (tenant: string) => boolean): Ceiling | undefined {
  const found = [...ceilings].flatMap(([tenant, ceiling]) => (ceiling && includes(tenant) ? [ceiling] : []));
  const [first] = found;
  return first && { amount: found.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency };
}
