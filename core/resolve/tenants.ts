import { compare } from '../../data/order.ts';
import { textAt } from '../../data/tree.ts';
import { isTenant, platformTenant, reservedNameTenant, tenantLabelPath } from '../kind/tenant.ts';
import { type Identified, ownerOf, type Referenced } from './identify.ts';

/** The tenant of each document, invalid ones included. */
export type Tenants = ReadonlyMap<Identified, string>;

/**
 * Assigns each document in a tenant's directory to this tenant. A file in the Platform's directory can be about one tenant, and
 * its documents belong to this tenant. For any other document, the tenant comes from its label, its owner or its own name, in
 * this order. Shared kinds and kinds of the platform have pseudo-tenants.
 */
export function tenantsOf(all: readonly Identified[], referenced: Referenced): Tenants {
  const tenants = new Map<Identified, string>();
  for (const document of all) tenants.set(document, tenantOf(document, referenced));
  return tenants;
}

/** The sorted names of all tenants, without pseudo-tenants. */
export function tenantNames({ tenants }: { readonly tenants: Tenants }): readonly string[] {
  return [...new Set(tenants.values())].filter((name) => name !== '' && isTenant(name)).sort(compare);
}

function tenantOf(document: Identified, referenced: Referenced): string {
  const { authority } = document;
  if (authority.sort === 'tenant') return authority.tenant;
  if (authority.sort === 'platform' && authority.about !== undefined) return namedTenant(authority.about);
  const { id, tenancy } = document.kind;
  if (tenancy === 'platform') return platformTenant;
  // Each shared resource has a pseudo-tenant, so that an error affects only documents that refer to this resource.
  if (tenancy === 'shared') return `_${id}.${document.namespace}.${document.name}`;
  const label = textAt(document.document.body, ...tenantLabelPath);
  if (label !== '' && !label.startsWith('_')) return namedTenant(label);
  const owner = ownerOf(document);
  const target = owner && referenced.get(owner.key);
  return target && target !== document ? tenantOf(target, referenced) : namedTenant(owner?.name ?? document.name);
}

function namedTenant(name: string): string {
  return name === platformTenant ? reservedNameTenant : name;
}
