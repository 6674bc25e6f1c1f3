import type { World } from '../../../core/kind/world.ts';
import { type Role, roles } from '../integration/integration.ts';
import { members, type TenantResource } from './members.ts';

/** A group of all members with a role in a tenant. */
export interface RoleGroup {
  readonly name: string;
  readonly users: readonly string[];
}

export const roleSuffixes: Readonly<Record<Role, string>> = { owner: 'owner', editor: 'edit', viewer: 'view' };

/** The group names that the roles of an AppProject use [sources: mto-9]. */
export function groupName(tenant: string, role: Role): string {
  return `${tenant}-${roleSuffixes[role]}-group`;
}

/** The groups of all known members: listed users, and the roster of listed groups. */
export function roleGroups(tenant: TenantResource, world: World): readonly RoleGroup[] {
  const all = members(tenant, world);
  return roles.map((role) => {
    const users = all.filter((member) => member.role === role).map(({ user }) => user);
    return { name: groupName(tenant.name, role), users: users.sort() };
  });
}
