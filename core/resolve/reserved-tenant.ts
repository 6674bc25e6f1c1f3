import { type Path, valueAt } from '../../data/tree.ts';
import { platformTenant, reservedNameTenant, tenantLabel, tenantLabelPath } from '../kind/tenant.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import { type Identified, ownerOf } from './identify.ts';
import type { Tenants } from './tenants.ts';

/** Reports tenants with the reserved name. Such a tenant would share its directory and labels with the platform. */
export function reservedTenantFaults(tenants: Tenants): readonly Fault[] {
  return [...tenants]
    .filter(([, tenant]) => tenant === reservedNameTenant)
    .map(([document]) => reservedTenantFault(document));
}

function reservedTenantFault(document: Identified): Fault {
  const { origin } = document.document;
  const place = atValue(tenantPath(document));
  const message = `${platformTenant} is reserved for what all tenants share and cannot be a tenant name`;
  const fix = `set another tenant name with the label ${tenantLabel}; namespaces keep their names`;
  return { code: 'reserved-tenant', origin, place, message, fix, tenants: [reservedNameTenant] };
}

/** The field that states the tenant: the label, the reference to the owner, or the name. */
function tenantPath(document: Identified): Path {
  if (valueAt(document.document.body, ...tenantLabelPath) === platformTenant) return tenantLabelPath;
  return ownerOf(document)?.path ?? ['metadata', 'name'];
}
