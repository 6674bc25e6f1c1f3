import type { UncheckedDocument } from '../../../core/kind/capabilities.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Path, textsAt } from '../../../data/tree.ts';
import { type Role, roles } from '../integration/integration.ts';

export type TenantResource = Resource<'mto-tenant'>;

const fields = { owner: 'owners', editor: 'editors', viewer: 'viewers' } as const;

/** The members that a Tenant lists for a role. */
export interface ListedMembers {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly path: Path;
}

/** The members that a Tenant lists, in a body that may be invalid. */
export function listedMembers({ body }: Pick<UncheckedDocument, 'body'>, role: Role): ListedMembers {
  const path = ['spec', 'accessControl', fields[role]];
  return { users: textsAt(body, ...path, 'users'), groups: textsAt(body, ...path, 'groups'), path };
}

/** A user with a role, and the path of the user or of the user's group in the Tenant. */
export interface Member {
  readonly user: string;
  readonly role: Role;
  readonly path: Path;
}

/** All known members: listed users, and the users of listed groups with a roster. Each user once, with the highest role. */
export function members(tenant: TenantResource, world: World): readonly Member[] {
  const rosters = new Map(world.targets(tenant, 'group').map(({ name, body }) => [name, body.spec.users]));
  const all = roles.flatMap((role) => membersOf(listedMembers(tenant, role), role, rosters));
  const first = new Map<string, Member>();
  for (const member of all) if (!first.has(member.user)) first.set(member.user, member);
  return [...first.values()];
}

function membersOf(
  { users, groups, path }: ListedMembers,
  role: Role,
  rosters: ReadonlyMap<string, readonly string[]>,
): readonly Member[] {
  return [
    ...users.map((user, index) => ({ user, role, path: [...path, 'users', index] })),
    ...groups.flatMap((group, index) =>
      (rosters.get(group) ?? []).map((user) => ({ user, role, path: [...path, 'groups', index] })),
    ),
  ];
}
