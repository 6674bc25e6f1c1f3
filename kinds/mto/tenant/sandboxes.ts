import type { World } from '../../../core/kind/world.ts';
import { type Member, members, type TenantResource } from './members.ts';

/** The namespace of one member. */
export interface Sandbox {
  readonly name: string;
  readonly member: Member;
}

/** Owners and editors have one each, when the Tenant wants sandboxes [mto 1]. */
export function sandboxesOf(tenant: TenantResource, world: World): readonly Sandbox[] {
  if (!tenant.body.spec.namespaces?.sandboxes?.enabled) return [];
  return members(tenant, world)
    .filter(({ role }) => role !== 'viewer')
    .map((member) => ({ name: sandboxName(tenant.name, member.user), member }));
}

/**
 * `<tenant>-<user>-sandbox`: the user in lower case, whatever a name may not hold as -, and without the last part of
 * its domain when that has several: anna@aurora.org is anna-aurora [mto 1].
 */
export function sandboxName(tenant: string, user: string): string {
  const at = user.lastIndexOf('@');
  const domain = at < 0 ? '' : user.slice(at + 1);
  const short = domain.includes('.') ? user.slice(0, user.lastIndexOf('.')) : user;
  const label = short
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .replace(/^-+/, '')
    .replace(/-+$/, '');
  return `${tenant}-${label}-sandbox`;
}
