import { type Identity, roleIn } from '../../analysis/tenants/access.ts';
import type { RoleMembers } from '../../core/kind/capabilities.ts';

/** Roles that documents state for a tenant, and roles that the configuration states for all of them. */
export const tenantRoles = ['viewer', 'editor', 'owner'] as const;
export const platformRoles = ['finance', 'admin'] as const;
export type TenantRole = (typeof tenantRoles)[number];
export type PlatformRole = (typeof platformRoles)[number];
export type Role = TenantRole | PlatformRole;

/** A person, as the identity provider and the configuration describe them. */
export interface Person {
  readonly user: string;
  /** Groups in the token of the identity provider. */
  readonly groups: readonly string[];
  readonly platformRoles: readonly PlatformRole[];
}

/** What decides about roles in a commit. */
export interface Members {
  /** Who has which role in a tenant; undefined if there is no such tenant. */
  readonly accessOf: (tenant: string) => readonly RoleMembers[] | undefined;
  /** Groups in which files list a user. */
  readonly groupsOf: (user: string) => readonly string[];
}

/** The person's role in a tenant, according to the documents of a commit. */
export function roleOf(person: Person, tenant: string, members: Members): TenantRole | undefined {
  const access = members.accessOf(tenant);
  if (access === undefined) return undefined;
  const role = roleIn(access, identityOf(person, members));
  return tenantRoles.find((one) => one === role);
}

function identityOf({ user, groups }: Person, { groupsOf }: Members): Identity {
  return { user, groups: [...groups, ...groupsOf(user)] };
}
