import type { World } from '../../console/model/world.ts';
import { isTenant } from '../../core/kind/tenant.ts';
import type { View } from '../world/view.ts';
import type { WorldCall } from './route.ts';

/**
 * False in the directory of a tenant that the person is not allowed to read, even if that tenant does not exist. Each
 * directory has its own limits, so a preview of new files in many of them would take long.
 */
export function isOwnDirectory(path: string, { world }: View, { may, person }: WorldCall): boolean {
  const tenant = world.loaded().authorOf(path);
  return tenant === undefined || person.platformRoles.includes('admin') || may('read-tenant', tenant);
}

/** Whether the file is new or the person may read all of it, because errors and conflicts show parts of a file. */
export function mayRead(path: string, { world }: View, { may, person }: WorldCall): boolean {
  if (person.platformRoles.includes('admin') || !world.files.some((file) => file.path === path)) return true;
  const tenants = tenantsOf(path, world);
  return tenants.length > 0 && tenants.every((tenant) => may('read-tenant', tenant));
}

/** Whether the person may read the file, or has a role in at least one tenant that owns it. */
export function mayKnow(path: string, view: View, call: WorldCall): boolean {
  return mayRead(path, view, call) || tenantsOf(path, view.world).some((tenant) => call.may('read-tenant', tenant));
}

function tenantsOf(path: string, world: World): readonly string[] {
  const recipients = world.all().objects.flatMap(({ origin, tenant }) => (origin?.file === path ? [tenant] : []));
  return [...(world.owners().get(path) ?? []), ...recipients].filter(isTenant);
}
