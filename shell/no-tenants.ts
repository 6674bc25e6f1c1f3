import { noTenantsFile } from '../core/source/no-tenants.ts';

/** How to remove the last tenant: an empty directory could also be a mistake. */
export function lastTenantHint(directory: string): string {
  return `if you removed the last tenant on purpose, add an empty file ${directory.replace(/\/+$/, '')}/${noTenantsFile}`;
}
