import { type Allowance, allowanceOf, type Identity, roleOf } from '../kinds/mto/tenant/role-of.ts';
import { sandboxName } from '../kinds/mto/tenant/sandboxes.ts';
import type { ClassField } from '../shell/get/asked.ts';
import { at, type Cluster, listAt, type ReadOutcome, textAt, textsAt } from './reads.ts';

/** The Tenant of the cluster, kept there by MTO's operator or applied beside what leasehold rendered. */
export const tenants = 'tenants.v1beta3.tenantoperator.stakater.com';

export const tenantLabel = 'stakater.com/tenant';

export function readTenant(name: string, { read }: Cluster): ReadOutcome {
  return read(['get', tenants, name]);
}

/** The role of somebody in a Tenant; undefined for none. */
export function roleInTenant(tenant: unknown, identity: Identity) {
  const members = (field: string) => ({
    users: [...textsAt(tenant, 'spec', 'accessControl', field, 'users')],
    groups: [...textsAt(tenant, 'spec', 'accessControl', field, 'groups')],
  });
  return roleOf({ owners: members('owners'), editors: members('editors'), viewers: members('viewers') }, identity);
}

/** What its operator found available or, where none is, what it asks for. */
export function classesOf(tenant: unknown, field: ClassField): Allowance {
  const setting = at(tenant, 'spec', field);
  const available = availableIn(tenant, field);
  if (setting === undefined || available.length === 0) {
    return allowanceOf(setting === undefined ? undefined : { allowed: textsAt(setting, 'allowed') });
  }
  return { sort: 'listed', names: available };
}

export function quotasOf(tenant: unknown): readonly string[] {
  const available = availableIn(tenant, 'quota');
  return available.length > 0 ? available : [textAt(tenant, 'spec', 'quota')].filter((name) => name !== '');
}

function availableIn(tenant: unknown, field: string): readonly string[] {
  return listAt(tenant, 'status', field, 'available')
    .map((item) => textAt(item, 'name'))
    .filter((name) => name !== '')
    .sort();
}

/** What its operator deployed or, where none is, what it lists and its users' sandboxes. */
export function namespacesOf(tenant: unknown): readonly string[] {
  const sandboxes = Object.values((at(tenant, 'status', 'deployedSandboxes') ?? {}) as object).map(String);
  const deployed = [...textsAt(tenant, 'status', 'deployedNamespaces'), ...sandboxes];
  return [...new Set(deployed.length > 0 ? deployed : listedNamespaces(tenant))].sort();
}

function listedNamespaces(tenant: unknown): readonly string[] {
  const name = textAt(tenant, 'metadata', 'name');
  const hasSandboxes = at(tenant, 'spec', 'namespaces', 'sandboxes', 'enabled') === true;
  const users = ['owners', 'editors'].flatMap((role) => textsAt(tenant, 'spec', 'accessControl', role, 'users'));
  return [
    ...textsAt(tenant, 'spec', 'namespaces', 'withTenantPrefix').map((item) => `${name}-${item}`),
    ...textsAt(tenant, 'spec', 'namespaces', 'withoutTenantPrefix'),
    ...(hasSandboxes ? users.map((user) => sandboxName(name, user)) : []),
  ];
}
