import { type Action, permissions } from './permissions.ts';
import { type Members, type Person, type Role, roleOf } from './roles.ts';

/** What an action applies to: one tenant, everything, or any tenant. */
export type Target = { readonly tenant: string } | 'everything' | 'anything';

/**
 * Whether the documents of a commit, or the person's roles of the platform, allow the person an action. `everything`
 * requires a role of the platform. `anything` allows every person an action that some role of a tenant allows. The
 * response then contains only what the person may see.
 */
export function can(person: Person, action: Action, target: Target, members: Members): boolean {
  const allowed: readonly Role[] = permissions[action];
  if (person.platformRoles.some((role) => allowed.includes(role))) return true;
  if (target === 'everything') return false;
  if (target === 'anything') return allowed.some((role) => role !== 'admin' && role !== 'finance');
  const role = roleOf(person, target.tenant, members);
  return role !== undefined && allowed.includes(role);
}
