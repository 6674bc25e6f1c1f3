import type { Rendering } from '../../leasehold.ts';
import type { World } from './world.ts';

/**
 * A tenant, or the tenants for which a function returns true. A list of a few tenants takes much less time than a list
 * of all.
 */
export type Wanted = string | ((tenant: string) => boolean);

/** The smallest render with all objects of the wanted tenants. By default, of all tenants without errors in their directories. */
export function partOf(world: World, wanted: Wanted | undefined): Rendering {
  return typeof wanted === 'string' ? world.of(wanted) : world.sound().all();
}

/** Whether a list contains the objects of a tenant. The render of a tenant contains no objects of others. */
export function isWanted(tenant: string, wanted: Wanted | undefined): boolean {
  return typeof wanted !== 'function' || wanted(tenant);
}
