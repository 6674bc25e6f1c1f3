import type { RoleMembers } from '../../core/kind/capabilities.ts';

/** The identity of a user in the API server. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** The highest role of a user. Undefined if the user has no role. */
export function roleIn(access: readonly RoleMembers[], { user, groups }: Identity): string | undefined {
  const own = access.find((one) => one.users.includes(user) || one.groups.some((group) => groups.includes(group)));
  return own?.role;
}
