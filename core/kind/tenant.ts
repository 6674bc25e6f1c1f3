import type { Path } from '../../data/tree.ts';
import type { Labels } from '../../templates/views.ts';

/** Label that assigns a resource to a tenant other than the one that its owner or name implies. */
export const tenantLabel = 'leasehold.dev/tenant';
export const tenantLabelPath: Path = ['metadata', 'labels', tenantLabel];

/** Pseudo-tenant that owns everything shared, including settings. No tenant can have this name. */
export const platformTenant = 'platform';

/** Pseudo-tenant of resources whose tenant has the reserved name, which is an error. */
export const reservedNameTenant = `_${platformTenant}`;

/** False for pseudo-tenants. */
export function isTenant(name: string): boolean {
  return name !== platformTenant && !name.startsWith('_');
}

/** The tenant that owns the output: shared resources belong to the platform. */
export function outputTenant(tenant: string): string {
  return isTenant(tenant) ? tenant : platformTenant;
}

/**
 * The tenant's output directory. For tools that apply files in alphabetical order, the platform's sorts before all names that
 * start with a letter.
 */
export function outputDirectory(tenant: string): string {
  return tenant === platformTenant ? `_${platformTenant}` : tenant;
}

/**
 * Label of every rendered object. It is added first, because labels that are already in order print faster, and again last, so
 * that no other label overrides it.
 */
export const managed: Labels = { 'app.kubernetes.io/managed-by': 'leasehold' };

/** The labels of every object of a tenant. They override the object's own. */
export function tenantLabels(tenant: string): Labels {
  return { ...managed, [tenantLabel]: tenant };
}
