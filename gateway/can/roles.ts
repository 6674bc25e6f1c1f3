import { type Identity, roleIn } from '../../analysis/tenants/access.ts';
import type { RoleMembers } from '../../core/kind/capabilities.ts';

/** Roles that documents assign in a tenant, and roles that the configuration assigns for all tenants. */
export const tenantRoles = ['viewer', 'editor', 'owner'] as const;
export const platformRoles = ['finance', 'admin'] as const;
export type TenantRole = (typeof tenantRoles)[number];
export type PlatformRole = (typeof platformRoles)[number];
export type Role = TenantRole | PlatformRole;

/** A person, as described by the identity provider and the configuration. */
export interface Person {
  readonly user: string;
  /** Groups in the token of the identity provider. */
  readonly groups: readonly string[];
  readonly platformRoles: readonly PlatformRole[];
}

/** The memberships in a commit, which determine roles. */
export interface Members {
  /** The members of a tenant with their roles; undefined if the tenant does not exist. */
  readonly accessOf: (tenant: string) => readonly RoleMembers[] | undefined;
  /** The groups that list a user in their files. */
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
