import { shortLabelOf } from '../kind/resource.ts';
import { tenantLabelPath } from '../kind/tenant.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import { type Identified, ownerOf, type Referenced } from './identify.ts';
import type { Tenants } from './tenants.ts';

/**
 * Reports a resource whose label or path assigns it to a tenant other than that of its owner. The resource would change the
 * output of the owner's tenant, so neither tenant is rendered.
 */
export function ownerConflicts(tenants: Tenants, referenced: Referenced): readonly UnlocatedProblem[] {
  return [...tenants].flatMap(([document, tenant]) => {
    const target = ownerOf(document);
    const owner = target && referenced.get(target.key);
    const ownerTenant = owner && tenants.get(owner);
    if (!owner || !ownerTenant || ownerTenant === tenant) return [];
    return [ownerConflict({ document, tenant }, { document: owner, tenant: ownerTenant })];
  });
}

interface Assigned {
  readonly document: Identified;
  readonly tenant: string;
}

function ownerConflict({ document, tenant }: Assigned, owner: Assigned): UnlocatedProblem {
  const label = shortLabelOf(owner.document.kind.id, owner.document);
  const isOfDirectory = hasTenantOfDirectory(document);
  const path = ownerOf(document)?.path ?? ['metadata', 'name'];
  const placeOfReference = { place: atValue(path), fix: `refer to a resource of tenant ${tenant}` };
  return {
    code: 'mismatch',
    origin: document.document.origin,
    ...(isOfDirectory ? placeOfReference : { place: atValue(tenantLabelPath), fix: 'delete the label' }),
    message: `${isOfDirectory ? 'the file belongs to' : 'the label assigns the resource to'} tenant ${tenant}, but the resource refers to ${label} of tenant ${owner.tenant}`,
    tenants: [tenant, owner.tenant],
  };
}

/** Whether the path of the file determines the tenant, so that a label has no effect. */
export function hasTenantOfDirectory({ authority }: Identified): boolean {
  return authority.sort === 'tenant' || (authority.sort === 'platform' && authority.about !== undefined);
}
