import type { World } from '../../../core/kind/world.ts';
import { valueAt } from '../../../data/tree.ts';
import type { Role } from '../integration/integration.ts';
import type { NamedBody } from './listed-namespaces.ts';
import { listedMembers, type Member, members, type TenantResource } from './members.ts';

/** A namespace of a single member. */
export interface Sandbox {
  readonly name: string;
  readonly member: Member;
}

/** The sandboxes of a Tenant. If the Tenant enables sandboxes, each owner and editor has one [sources: mto-5]. */
export function sandboxesOf(tenant: TenantResource, world: World): readonly Sandbox[] {
  if (!hasSandboxes(tenant)) return [];
  return members(tenant, world)
    .filter(({ role }) => sandboxRoles.includes(role))
    .map((member) => ({ name: sandboxName(tenant.name, member.user), member }));
}

const sandboxRoles: readonly Role[] = ['owner', 'editor'];

function hasSandboxes({ body }: NamedBody): boolean {
  return valueAt(body, 'spec', 'namespaces', 'sandboxes', 'enabled') === true;
}

/** The sandboxes of users that the Tenant lists, without members of groups, in a body that may be invalid. */
export function listedSandboxes(tenant: NamedBody): readonly { readonly name: string; readonly user: string }[] {
  const users = hasSandboxes(tenant) ? sandboxRoles.flatMap((role) => listedMembers(tenant, role).users) : [];
  return users.map((user) => ({ name: sandboxName(tenant.name, user), user }));
}

/**
 * `<tenant>-<user>-sandbox`, with the user in lowercase and `-` for characters that names do not allow. If the user is an email
 * address whose domain has several labels, the last label is omitted: anna@aurora.org becomes anna-aurora [sources: mto-5].
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
