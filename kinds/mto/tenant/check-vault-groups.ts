import type { World } from '../../../core/kind/world.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { allows, isBelow, ownsGranted } from '../../../core/settings/allow.ts';
import type { Granted } from '../../../core/settings/grants.ts';
import { remedyFor } from '../../../core/settings/remedy.ts';
import type { Use } from '../../../core/settings/use.ts';
import { roles } from '../integration/integration.ts';
import { listedMembers, type TenantResource } from './members.ts';

/**
 * Limits the groups of a Tenant in a tenant's directory. Tenants and the platform share the groups in Vault: a group of
 * leasehold replaces the policies of an existing group with the same name.
 */
export function checkVaultGroups(tenant: TenantResource, world: World, report: Report): void {
  const lists = roles.map((role) => listedMembers(tenant, role));
  checkCount(new Set(lists.flatMap(({ groups }) => groups)).size, report);
  const granted = world.settings.granted(tenant.tenant);
  for (const { groups, path } of lists)
    for (const [index, group] of groups.entries()) checkGroup(group, [...path, 'groups', index], { granted, report });
}

/** Two objects for each group, which belong to the platform, so the limit on the objects of a tenant's directory excludes them. */
const maxGroups = 300;

function checkCount(count: number, report: Report): void {
  if (count <= maxGroups) return;
  const message = `with single sign-on in Vault, a Tenant in a tenant's directory can list at most ${maxGroups} groups, but this one lists ${count}`;
  report('out-of-range', ['spec', 'accessControl'], message, {
    fix: "list fewer groups, or move the Tenant to the Platform's directory",
  });
}

const kind = 'Tenant.tenantoperator.stakater.com';

/**
 * A group needs the name of the tenant, or a Grant. A name is also a path in Vault, which must not lead to another object.
 * Vault ignores the case of names.
 */
function checkGroup(
  group: string,
  path: Use['path'],
  { granted, report }: { readonly granted: Granted; readonly report: Report },
): void {
  const use = { sort: 'field', path, field: 'vaultGroups', value: group } as const;
  const isOwn = ownsGranted(granted, group.toLowerCase());
  if (!isBelow('', group))
    report('not-granted', path, `the name of group ${group} could be the path of another object in Vault`, {
      fix: 'use a name without special characters and segments such as `..`',
    });
  else if (!isOwn && !allows(granted, kind, use))
    report('not-granted', path, `group ${group} in Vault does not belong to tenant ${granted.tenant}`, {
      fix: `use ${granted.tenant} or ${granted.tenant}-..., or ${remedyFor(use, granted, kind).fix}`,
    });
}
