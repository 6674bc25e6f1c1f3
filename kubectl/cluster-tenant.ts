import { type Identity, roleIn } from '../analysis/tenants/access.ts';
import type { Allowance } from '../core/kind/capabilities.ts';
import { listAt, mappingAt, textAt, textsAt } from '../data/tree.ts';
import { groupVersion } from '../kubernetes/api-version.ts';
import { clusterTenant, describeTenant } from '../leasehold.ts';
import type { ClassField } from '../shell/get/object-types.ts';
import { type Cluster, incomplete, type ReadOutcome } from './reads.ts';

/**
 * The Tenants in the cluster. Either MTO's operator reconciles them, or they are applied together with the output of
 * leasehold.
 */
export const tenantType = { ...groupVersion(clusterTenant.apiVersion), ...clusterTenant };

/** The name of the resource in kubectl. */
export const tenants = `${tenantType.plural}.${tenantType.version}.${tenantType.group}`;

export function readTenant(name: string, { read }: Cluster): ReadOutcome {
  const found = read(['get', tenants, name]);
  return found.ok && textAt(found.value, 'metadata', 'name') !== name ? incomplete : found;
}

/** The role of a user in a Tenant; undefined if the user has none. */
export function roleInTenant(tenant: unknown, identity: Identity): string | undefined {
  return roleIn(describeTenant(tenant).access ?? [], identity);
}

/**
 * The classes that a tenant can use: `unset` if the spec of the Tenant does not restrict them. Otherwise, the classes that
 * the operator reports as available or, if it reports none, the classes in the spec.
 */
export function classesOf(tenant: unknown, field: ClassField): Allowance {
  const stated = describeTenant(tenant).classes?.[field] ?? { sort: 'unset' };
  const available = availableIn(tenant, field);
  return stated.sort === 'unset' || available.length === 0 ? stated : { sort: 'listed', names: available };
}

/** The quotas that the operator reports as available or, if it reports none, the quota in the spec of the Tenant. */
export function quotasOf(tenant: unknown): readonly string[] {
  const available = availableIn(tenant, 'quota');
  const { quota } = describeTenant(tenant);
  return available.length > 0 || quota === undefined ? available : [quota];
}

function availableIn(tenant: unknown, field: string): readonly string[] {
  return listAt(tenant, 'status', field, 'available')
    .map((item) => textAt(item, 'name'))
    .filter((name) => name !== '')
    .sort();
}

/** The namespaces that the operator reports as deployed or, if it reports none, those in the spec of the Tenant. */
export function namespacesOf(tenant: unknown): readonly string[] {
  const sandboxes = Object.values(mappingAt(tenant, 'status', 'deployedSandboxes')).map(String);
  const deployed = [...textsAt(tenant, 'status', 'deployedNamespaces'), ...sandboxes];
  return [...new Set(deployed.length > 0 ? deployed : describeTenant(tenant).namespaces)].sort();
}
