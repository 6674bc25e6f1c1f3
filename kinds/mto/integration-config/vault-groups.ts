import type { World } from '../../../core/kind/world.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { compare } from '../../../data/order.ts';
import { endsInSuffix, nameSuffix } from '../../../data/sha256.ts';
import { integrationOf, type Role, roles } from '../integration/integration.ts';
import { listedMembers } from '../tenant/members.ts';
import { vaultView } from '../tenant/vault.ts';
import { policiesOf } from './resolve.ts';

/**
 * A Vault group and its alias for every group that a Tenant lists as a member, with the policies of all its tenants
 * [sources: mto-13]. They belong to the platform, because Vault allows only one alias for each group, no matter how many
 * tenants use it.
 */
export function vaultGroups(world: World): readonly Emit[] {
  const { namespace, vault } = world.derived(integrationOf);
  if (vault?.signOn === undefined) return [];
  const { signOn } = vault;
  return [...groupsOf(world).values()]
    .map(({ policies, spellings: [first = '', ...others] }) => ({
      group: others.length === 0 ? first : first.toLowerCase(),
      policies,
    }))
    .sort((a, b) => compare(a.group, b.group))
    .flatMap(({ group, policies }) => {
      const view = vaultView(vault, { name: objectName(group), namespace, labels: {} });
      return [
        emit('vault-group', { ...view, group, policies: [...policies].sort() }),
        emit('vault-group-alias', { ...view, group, mount: signOn }),
      ];
    });
}

interface VaultGroup {
  readonly spellings: readonly string[];
  readonly policies: ReadonlySet<string>;
}

/**
 * Vault ignores the case of names [sources: vault-4]. With an object for each spelling, a tenant could replace the policies of
 * another tenant's group.
 */
function groupsOf(world: World): ReadonlyMap<string, VaultGroup> {
  const found = new Map<string, { readonly spellings: Set<string>; readonly policies: Set<string> }>();
  for (const { group, policies } of memberships(world)) {
    const key = group.toLowerCase();
    const known = found.get(key) ?? { spellings: new Set(), policies: new Set() };
    known.spellings.add(group);
    for (const policy of policies) known.policies.add(policy);
    found.set(key, known);
  }
  return new Map([...found].map(([key, { policies, spellings }]) => [key, { policies, spellings: [...spellings] }]));
}

/** Each group that a Tenant lists for a role, with the policies of the role. */
function memberships(world: World): readonly { readonly group: string; readonly policies: readonly string[] }[] {
  const shared = sharedPolicies(world);
  return world.all('mto-tenant').flatMap((tenant) =>
    roles.flatMap((role) => {
      const own = `${tenant.name}-${role === 'viewer' ? 'read' : 'write'}`;
      const policies = [own, ...(shared.get(role) ?? [])];
      return listedMembers(tenant, role).groups.map((group) => ({ group, policies }));
    }),
  );
}

/** The policies that the IntegrationConfig assigns to all members with a role. */
function sharedPolicies(world: World): ReadonlyMap<Role, readonly string[]> {
  const [config] = world.all('mto-integration-config');
  const policies = config ? policiesOf(config.body.spec ?? {}) : [];
  const names = (role: Role) => policies.filter(({ tenantRoles = [] }) => tenantRoles.includes(role));
  return new Map(roles.map((role) => [role, names(role).map(({ name }) => name.toLowerCase())]));
}

/** Groups of identity providers can have any name, including object IDs and paths. The resulting names are unique. */
function objectName(group: string): string {
  const plain = group
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const isName = plain === group && plain.length <= maxNameLength && !endsInSuffix(plain);
  return isName ? `mto-${plain}` : `mto-${plain.slice(0, 40).replace(/-$/, '')}-${nameSuffix(group)}`;
}

const maxNameLength = 200;
