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
  return [...policiesByGroup(world)]
    .sort(([a], [b]) => compare(a, b))
    .flatMap(([group, policies]) => {
      const view = vaultView(vault, { name: objectName(group), namespace, labels: {} });
      return [
        emit('vault-group', { ...view, group, policies: [...policies].sort() }),
        emit('vault-group-alias', { ...view, group, mount: signOn }),
      ];
    });
}

function policiesByGroup(world: World): ReadonlyMap<string, ReadonlySet<string>> {
  const shared = sharedPolicies(world);
  const found = new Map<string, Set<string>>();
  for (const tenant of world.all('mto-tenant')) {
    for (const role of roles) {
      const own = `${tenant.name}-${role === 'viewer' ? 'read' : 'write'}`;
      for (const group of listedMembers(tenant, role).groups) {
        const policies = found.get(group) ?? new Set();
        for (const policy of [own, ...(shared.get(role) ?? [])]) policies.add(policy);
        found.set(group, policies);
      }
    }
  }
  return found;
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
