import type { RoleMembers } from '../../core/kind/capabilities.ts';

/** A user as the API server sees it. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** The highest role that a user has; undefined for a user that no role names. */
export function roleIn(access: readonly RoleMembers[], { user, groups }: Identity): string | undefined {
  const own = access.find((one) => one.users.includes(user) || one.groups.some((group) => groups.includes(group)));
  return own?.role;
}
