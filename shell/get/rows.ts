import { type Identity, roleIn } from '../../analysis/tenants/access.ts';
import type { TenantEntry } from '../../analysis/tenants/tenants.ts';
import { contracts } from '../../build/contracts.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { compare } from '../../data/order.ts';
import { apiVersionOf, groupOf } from '../../kubernetes/api-version.ts';
import { quotasIn, type Rendering, rostersIn, tenantsIn } from '../../leasehold.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { idOf, namespaces, type ObjectType, quotas, type TenantClass } from './object-types.ts';
import type { ListingRow } from './print.ts';

/** Every tenant with the kinds that define it, its quota and the number of its rendered namespaces. */
export function tenantRows(rendering: Rendering): readonly ListingRow[] {
  return tenantsIn(rendering).map((tenant) => {
    const kinds = [...new Set(tenant.roots.map(kindName))].join(', ');
    return tenantRow(tenant, [tenant.name, kinds, tenant.summary.quota ?? '', String(tenant.namespaces)]);
  });
}

/** The tenants in which a user has a role. The user is also in the groups that list the user as a member in a file. */
export function memberRows(rendering: Rendering, { user, groups }: Identity): readonly ListingRow[] {
  const identity = { user, groups: [...groups, ...(rostersIn(rendering).get(user) ?? [])] };
  return tenantsIn(rendering).flatMap((tenant) => {
    const role = roleIn(tenant.summary.access ?? [], identity);
    return role === undefined ? [] : [tenantRow(tenant, [tenant.name, role], { role })];
  });
}

function tenantRow({ name, roots }: TenantEntry, cells: readonly string[], more: object = {}): ListingRow {
  return { ...resourceRow(roots[0] as Resource, cells, more), name };
}

function resourceRow(resource: Resource, cells: readonly string[], more: object = {}): ListingRow {
  const { kind, apiVersion } = contracts[resource.kind];
  const id = idOf({ group: groupOf(apiVersion), kind }, resource.name);
  return { id, name: resource.name, cells, object: { ...(resource.body as object), ...more } };
}

function kindName({ kind }: Resource): string {
  const { apiVersion, kind: name } = contracts[kind];
  const group = groupOf(apiVersion);
  return group === '' ? name : `${name}.${group}`;
}

/** The objects of one type that a tenant has, or a message if the files do not list them. */
export type RowsResult = { readonly rows: readonly ListingRow[] } | { readonly instead: string };

export function rowsFor(type: ObjectType | TenantClass, name: string, rendering: Rendering): RowsResult {
  if (type === namespaces) return { rows: namespaceRows(name, rendering) };
  const tenant = tenantsIn(rendering).find((one) => one.name === name);
  if (!tenant) return { rows: [] };
  if (type === quotas) return quotaRows(tenant, rendering);
  return 'field' in type ? classRows(type, tenant) : { rows: [] };
}

function namespaceRows(tenant: string, { objects }: Rendering): readonly ListingRow[] {
  const own = objects.filter(({ id, tenant: owner }) => id.kind === 'Namespace' && id.group === '' && owner === tenant);
  return own
    .map(({ id, origin, text }) => {
      const object = readObject(text) as ListingRow['object'];
      return { id: idOf(id, id.name), name: id.name, cells: [id.name, origin?.file ?? ''], object };
    })
    .sort((a, b) => compare(a.name, b.name));
}

function quotaRows({ name, roots, summary }: TenantEntry, rendering: Rendering): RowsResult {
  if (summary.quota === undefined) return { instead: `Tenant ${name} has no quota: ${kindsOf(roots)}` };
  const rows = quotasIn(rendering, summary.quota).map(({ resource, amounts }) => {
    const texts = Object.entries(amounts).map(([what, amount]) => `${what}: ${amount}`);
    return resourceRow(resource, [resource.name, texts.sort().join(', '), resource.origin.file]);
  });
  return { rows };
}

/** Lists only the names of classes, because the classes themselves are objects in the cluster. */
function classRows(type: TenantClass, { name: tenant, roots, summary }: TenantEntry): RowsResult {
  const { field, plural, kind } = type;
  const allowance = summary.classes?.[field];
  if (!allowance) return { instead: `Tenant ${tenant} has no field ${field}: ${kindsOf(roots)}` };
  if (allowance.sort === 'unset')
    return { instead: `Tenant ${tenant} does not set ${field}: it can use all ${plural}, but cannot list them` };
  if (allowance.sort === 'all') return { instead: `Tenant ${tenant} can use all ${plural} in the cluster` };
  const rows = allowance.names.map((name) => ({
    id: idOf(type, name),
    name,
    cells: [name],
    object: { apiVersion: apiVersionOf(type), kind, metadata: { name } },
  }));
  return { rows };
}

function kindsOf(roots: readonly Resource[]): string {
  return `the tenant is defined by ${[...new Set(roots.map(kindName))].join(' and ')}`;
}
