import type { Path } from '../../data/tree.ts';
import { valueAt } from '../../data/tree.ts';
import { impostor, platformTenant, tenantLabel, tenantLabelPath } from '../kind/tenant.ts';
import { atValue, type Fault } from '../problem/problem.ts';
import { type Known, ownerOf } from './known.ts';

/** A tenant called as the platform is would share directory, label and name with what all tenants share. */
export function reservedTenantFaults(tenants: ReadonlyMap<Known, string>): readonly Fault[] {
  return [...tenants].filter(([, tenant]) => tenant === impostor).map(([known]) => reservedTenantFault(known));
}

function reservedTenantFault(known: Known): Fault {
  const { origin } = known.document;
  const place = atValue(pathOfTenant(known));
  const message = `no tenant may be called ${platformTenant}: the name stands for what all tenants share`;
  const fix = `give the tenant another name by the label ${tenantLabel}; no namespace is renamed by it`;
  return { code: 'reserved-tenant', origin, place, message, fix, tenants: [impostor] };
}

/** The label, the reference to its owner, or its own name: what says whose it is. */
function pathOfTenant(known: Known): Path {
  if (valueAt(known.document.body, tenantLabelPath) === platformTenant) return tenantLabelPath;
  return ownerOf(known)?.path ?? ['metadata', 'name'];
}
