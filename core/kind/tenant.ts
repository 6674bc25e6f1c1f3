import type { Path } from '../../data/tree.ts';
import type { Labels } from '../../templates/views.ts';

/** Label that puts a resource into a tenant other than the one its own name gives. */
export const tenantLabel = 'leasehold.dev/tenant';
export const tenantLabelPath: Path = ['metadata', 'labels', tenantLabel];

/** Stands for what tenants share, the settings among it, wherever a tenant is named. No tenant may be called so. */
export const platformTenant = 'platform';

/** The owner of what is a tenant's and says that the tenant is called as the platform is. */
export const impostor = `_${platformTenant}`;

/** Whether the name is that of a tenant, and not one that stands for resources which belong to none. */
export function isTenant(name: string): boolean {
  return name !== platformTenant && !name.startsWith('_');
}

/** The tenant that output is filed under: what belongs to no tenant is the platform's. */
export function outputTenant(tenant: string): string {
  return isTenant(tenant) ? tenant : platformTenant;
}

/** Where its output lies. What tenants share is first, for tools that apply files in the order of their names. */
export function outputDirectory(tenant: string): string {
  return tenant === platformTenant ? `_${platformTenant}` : tenant;
}

/** Put first among labels, for those that are in order are printed without sorting, and last, for nothing overrides it. */
export const managed: Labels = { 'app.kubernetes.io/managed-by': 'leasehold' };

/** What every object of a tenant carries, whatever its own labels say. */
export function tenantLabels(tenant: string): Labels {
  return { ...managed, [tenantLabel]: tenant };
}
