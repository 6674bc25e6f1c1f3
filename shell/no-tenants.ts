import { noTenantsFile } from '../core/source/no-tenants.ts';
import { trimEnd } from '../data/trim-end.ts';

/** How to confirm the removal of the last tenant, because an empty directory could be a mistake. */
export function lastTenantHint(directory: string): string {
  return `if you removed the last tenant on purpose, add an empty file ${trimEnd(directory, /\//)}/${noTenantsFile}`;
}
