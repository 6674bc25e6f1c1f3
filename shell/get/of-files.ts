import { contracts, type KindId } from '../../build/contracts.ts';
import type { Resource } from '../../core/kind/resource.ts';
import { allowanceOf, type Identity, roleOf } from '../../kinds/mto/tenant/role-of.ts';
import type { Rendering } from '../../leasehold.ts';
import { compare } from '../../text/order.ts';
import { readPlain } from '../../yaml/plain.ts';
import { type Asked, type AskedClass, apiVersionOf, idOf, namespaces, quotas } from './asked.ts';
import type { Row } from './print.ts';

type Tenant = Resource<'mto-tenant'>;

/** The kinds whose resources are tenants. Those of MTO alone name members, a quota and classes. */
const tenantKinds: readonly KindId[] = ['mto-tenant', 'kleff-tenant', 'org'];

/** Every tenant with its quota and how many namespaces are rendered for it. */
export function tenantRows({ resources, objects }: Rendering): readonly Row[] {
  const owners = objects.filter(({ id }) => id.kind === 'Namespace' && id.group === '').map(({ tenant }) => tenant);
  return tenantsOf(resources).map((resource) => {
    const { kind, apiVersion } = contracts[resource.kind];
    const group = apiVersion.split('/')[0] as string;
    const quota = isMto(resource) ? resource.body.spec.quota : '';
    const count = owners.filter((owner) => owner === resource.tenant).length;
    return row(resource, [resource.name, `${kind}.${group}`, quota, String(count)]);
  });
}

/** The tenants in which somebody has a role, as member of a listed group too, where a file holds its roster. */
export function memberRows({ resources }: Rendering, { user, groups }: Identity): readonly Row[] {
  const rosters = resources.filter((one) => one.kind === 'group') as readonly Resource<'group'>[];
  const joined = rosters.filter(({ body }) => body.spec.users?.includes(user)).map(({ name }) => name);
  return tenantsOf(resources)
    .filter(isMto)
    .flatMap((tenant) => {
      const role = roleOf(tenant.body.spec.accessControl, { user, groups: [...groups, ...joined] });
      return role ? [row(tenant, [tenant.name, role], { role })] : [];
    });
}

function tenantsOf(resources: readonly Resource[]): readonly Resource[] {
  return resources.filter(({ kind }) => tenantKinds.includes(kind)).sort((a, b) => compare(a.name, b.name));
}

function isMto(resource: Resource): resource is Tenant {
  return resource.kind === 'mto-tenant';
}

function row(resource: Resource, cells: readonly string[], more: object = {}): Row {
  const { kind, apiVersion } = contracts[resource.kind];
  const id = idOf({ group: apiVersion.split('/')[0] as string, kind }, resource.name);
  return { id, name: resource.name, cells, object: { ...(resource.body as object), ...more } };
}

/** What is known of one tenant's objects of a sort; text when that is something else than a list of them. */
export type Found = { readonly rows: readonly Row[] } | { readonly instead: string };

export function rowsFor(asked: Asked | AskedClass, tenant: string, rendering: Rendering): Found {
  if (asked === namespaces) return { rows: namespaceRows(tenant, rendering) };
  const resource = rendering.resources.filter(isMto).find(({ name }) => name === tenant);
  if (!resource) return { instead: `only a Tenant of MTO speaks of ${asked.plural}, and ${tenant} is none` };
  if (asked === quotas) return { rows: quotaRows(resource.body.spec.quota, rendering) };
  return 'field' in asked ? classRows(asked, resource) : { rows: [] };
}

function namespaceRows(tenant: string, { objects }: Rendering): readonly Row[] {
  const own = objects.filter(({ id, tenant: owner }) => id.kind === 'Namespace' && id.group === '' && owner === tenant);
  return own
    .map(({ id, origin, text }) => {
      const object = readPlain(text)?.[0] as Row['object'];
      return { id: idOf(id, id.name), name: id.name, cells: [id.name, origin?.file ?? ''], object };
    })
    .sort((a, b) => compare(a.name, b.name));
}

function quotaRows(name: string, { resources }: Rendering): readonly Row[] {
  const all = resources.filter((one) => one.kind === 'mto-quota') as readonly Resource<'mto-quota'>[];
  return all
    .filter((quota) => quota.name === name)
    .map((quota) => {
      const hard = Object.entries(quota.body.spec.resourcequota?.hard ?? {});
      const amounts = hard.map(([resource, amount]) => `${resource}: ${amount}`).sort();
      return row(quota, [quota.name, amounts.join(', '), quota.origin.file]);
    });
}

/** A class is an object of the cluster; files know its name alone. */
function classRows(asked: AskedClass, { name: tenant, body }: Tenant): Found {
  const allowance = allowanceOf(body.spec[asked.field]);
  const { field, plural, kind } = asked;
  if (allowance.sort === 'unsaid')
    return { instead: `Tenant ${tenant} has no ${field}: it may use any, and reads none` };
  if (allowance.sort === 'all') return { instead: `Tenant ${tenant} may use all ${plural} that the cluster has` };
  const rows = allowance.names.map((name) => ({
    id: idOf(asked, name),
    name,
    cells: [name],
    object: { apiVersion: apiVersionOf(asked), kind, metadata: { name } },
  }));
  return { rows };
}
