import type { World } from '../../../core/kind/world.ts';
import { type Allowance, limits } from '../../../gotemplate/values/budget.ts';
import type { Target } from './template-target.ts';

/** The instances in a tenant's directory together get the limits of this many gotemplates. */
const shared = 2;

/**
 * The limits of the gotemplate of an instance. Instances in a tenant's directory share the limits of two gotemplates equally,
 * so that many of them cannot make the render of all tenants slow. Independent of the order in which they are rendered.
 */
export function allowanceOf({
  isDelegated,
  tenant,
  world,
}: Pick<Target, 'isDelegated' | 'tenant' | 'world'>): Allowance {
  const count = isDelegated ? (world.derived(delegatedInstances).get(tenant) ?? 0) : 0;
  if (count <= shared) return limits;
  const part = (limit: number) => Math.floor((limit * shared) / count);
  const because = `, because the ${count} instances in the directory of tenant ${tenant} share the limits of ${shared} templates`;
  return { steps: part(limits.steps), characters: part(limits.characters), because };
}

/** The number of instances in each tenant's directory. Pass it to World.derived. */
function delegatedInstances(world: World): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  if (!world.settings.delegates) return counts;
  const all = [...world.all('mto-template-instance'), ...world.all('mto-template-instance-v2')];
  for (const { origin, namespace } of all) {
    const tenant = world.isDelegated(origin) ? world.namespace(namespace)?.tenant : undefined;
    if (tenant !== undefined) counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
  }
  return counts;
}
