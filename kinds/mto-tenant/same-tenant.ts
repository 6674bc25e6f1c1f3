import type { Report } from '../../core/problem/problem.ts';
import { tenantLabel } from '../../core/resolve/known.ts';
import type { Resource } from '../../core/resolve/resource.ts';
import type { TenantResource } from './members.ts';

/** A label may put a resource elsewhere than the Tenant that it is part of; then their objects would be torn apart. */
export function sameTenant(resource: Resource, tenant: TenantResource, report: Report): boolean {
  if (resource.tenant === tenant.tenant) return true;
  const message = `the label says tenant ${resource.tenant}, and Tenant ${tenant.name} belongs to ${tenant.tenant}`;
  report('mismatch', ['metadata', 'labels', tenantLabel], message, { fix: 'delete the label' });
  return false;
}
