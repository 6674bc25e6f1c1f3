import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type Role, roles } from '../integration/integration.ts';
import { listedMembers, type TenantResource } from './members.ts';

/**
 * Warns about members listed twice, a Tenant without owners, and groups whose members get no sandboxes, because no file lists
 * them.
 */
export function checkAccess(tenant: TenantResource, world: World, report: Report): void {
  warnAboutRepeated(tenant, report);
  warnAboutNoOwner(tenant, report);
  if (!tenant.body.spec.namespaces?.sandboxes?.enabled) return;
  const known = new Set(world.targets(tenant, 'group').map(({ name }) => name));
  for (const role of ['owner', 'editor'] as const) {
    const { groups, path } = listedMembers(tenant, role);
    for (const [index, group] of groups.entries()) {
      if (known.has(group)) continue;
      const message = `no file defines the members of group ${group}, so they get no sandboxes`;
      const fix = `add a Group ${group} (leasehold.dev/v1alpha1) that lists its users`;
      report('ignored-field', [...path, 'groups', index], message, { fix });
    }
  }
}

function warnAboutNoOwner(tenant: TenantResource, report: Report): void {
  const { users, groups, path } = listedMembers(tenant, 'owner');
  if (users.length + groups.length > 0) return;
  report('risky-value', path, `Tenant ${tenant.name} has no owners`, { fix: 'add users or groups' });
}

/** Warns about repeated members. Editors have all permissions of viewers, and owners have all permissions of editors. */
function warnAboutRepeated(tenant: TenantResource, report: Report): void {
  for (const field of ['users', 'groups'] as const) {
    const seen = new Map<string, Role>();
    for (const role of roles) {
      const all = listedMembers(tenant, role);
      for (const [index, name] of all[field].entries()) {
        const higher = seen.get(name);
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
