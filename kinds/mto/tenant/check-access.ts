import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { integrationOf, type Role, roles } from '../integration/integration.ts';
import { listedMembers, type TenantResource } from './members.ts';
import { tenantNamespaces } from './namespaces.ts';
import { canListGroups } from './written-fields.ts';

/**
 * Warns about members listed twice, a Tenant without owners, and groups whose members get no sandboxes, because no file lists
 * them.
 */
export function checkAccess(tenant: TenantResource, world: World, report: Report): void {
  warnAboutRepeated(tenant, world, report);
  warnAboutNoOwner(tenant, report);
  if (!tenant.body.spec.namespaces?.sandboxes?.enabled) return;
  const known = new Set(world.targets(tenant, 'group').map(({ name }) => name));
  for (const role of ['owner', 'editor'] as const) {
    const { groups, path } = listedMembers(tenant, role);
    for (const [index, group] of groups.entries()) {
      if (known.has(group)) continue;
      const message = `no file defines the members of group ${group}, so they get no sandboxes`;
      report('ignored-field', [...path, 'groups', index], message, { fix: fixOfGroup(group, tenant, world) });
    }
  }
}

function warnAboutNoOwner(tenant: TenantResource, report: Report): void {
  const { users, groups, path } = listedMembers(tenant, 'owner');
  if (users.length + groups.length > 0) return;
  const [at, fix] = canListGroups(tenant) ? [path, 'add users or groups'] : [[...path, 'users'], 'add users'];
  report('risky-value', at, `Tenant ${tenant.name} has no owners`, { fix });
}

function fixOfGroup(group: string, { origin }: TenantResource, world: World): string {
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/.test(group))
    return 'list its users instead, because a Group file cannot have this name';
  const where = world.isDelegated(origin) ? " in the Platform's directory" : '';
  return `add a Group of leasehold.dev/v1alpha1 named ${group}${where} that lists its users`;
}

/** Warns about members that are listed twice for a role, or for a role that adds no permissions to their higher role. */
function warnAboutRepeated(tenant: TenantResource, world: World, report: Report): void {
  const includes = roleComparison(tenant, world);
  for (const field of ['users', 'groups'] as const) {
    const seen = new Map<string, Role>();
    for (const role of roles) {
      const all = listedMembers(tenant, role);
      for (const [index, name] of all[field].entries()) {
        const higher = seen.get(name);
        if (higher !== undefined && !includes(higher, role)) continue;
        const message =
          higher === role
            ? `${name} is listed twice as ${role}`
            : `${name} already has the role ${higher}, which includes the permissions of ${role}`;
        if (higher !== undefined)
          report('ignored-field', [...all.path, field, index], message, { fix: 'remove the entry' });
        else seen.set(name, role);
      }
    }
  }
}

/** The ClusterRoles of Kubernetes that include the permissions of another one. */
const stronger: Readonly<Record<string, readonly string[]>> = {
  view: ['edit', 'admin', 'cluster-admin'],
  edit: ['admin', 'cluster-admin'],
  admin: ['cluster-admin'],
};

/** Compares the ClusterRoles of two roles in all namespaces of a Tenant. The IntegrationConfig can give each role any of them. */
function roleComparison(tenant: TenantResource, world: World): (higher: Role, lower: Role) => boolean {
  const { clusterRoles } = world.derived(integrationOf);
  const known = new Map<string, boolean>();
  return (higher, lower) => {
    const key = `${higher} ${lower}`;
    const includes =
      known.get(key) ??
      world
        .derived(tenantNamespaces)(tenant)
        .every(({ labels }) => {
          const own = clusterRoles(higher, labels);
          return clusterRoles(lower, labels).every((one) =>
            [one, ...(stronger[one] ?? [])].some((role) => own.includes(role)),
          );
        });
    known.set(key, includes);
    return includes;
  };
}
