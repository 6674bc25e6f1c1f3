import type { Allowance, RoleMembers, TenantSummary, UncheckedDocument } from '../../../core/kind/capabilities.ts';
import { listAt, textAt, textsAt, valueAt } from '../../../data/tree.ts';
import { type Role, roles } from '../integration/integration.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import { listedMembers } from './members.ts';
import { listedSandboxes } from './sandboxes.ts';

const classFields = ['storageClasses', 'ingressClasses', 'podPriorityClasses'];

/** Summarizes a Tenant from a file or a cluster [sources: mto-1, mto-8]. */
export function tenantSummary(tenant: UncheckedDocument): TenantSummary {
  const { body } = tenant;
  const quota = textAt(body, 'spec', 'quota');
  return {
    ...(quota === '' ? {} : { quota }),
    access: roles.map((role) => accessOf(role, tenant)),
    classes: Object.fromEntries(classFields.map((field) => [field, allowanceIn(body, field)])),
    namespaces: [...listedNamespaces(tenant), ...listedSandboxes(tenant)].map(({ name }) => name),
  };
}

function accessOf(role: Role, tenant: UncheckedDocument): RoleMembers {
  const { users, groups } = listedMembers(tenant, role);
  return { role, users, groups };
}

/**
 * Without the field, the tenant does not restrict the classes. An absent or empty `allowed` list allows all. The empty name means
 * "no class", not an object.
 */
function allowanceIn(body: unknown, field: string): Allowance {
  if (valueAt(body, 'spec', field) === undefined) return { sort: 'unset' };
  if (listAt(body, 'spec', field, 'allowed').length === 0) return { sort: 'all' };
  const names = textsAt(body, 'spec', field, 'allowed').filter((name) => name !== '');
  return { sort: 'listed', names: [...new Set(names)].sort() };
}
