import type { Resource } from '../core/kind/resource.ts';
import { isTenant } from '../core/kind/tenant.ts';

/** A note for a summary if several tenants are in one trust domain; empty otherwise. */
export function trustNote(resources: readonly Resource[]): string {
  const tenants = new Set(resources.map(({ tenant }) => tenant).filter(isTenant));
  return tenants.size < 2 || isDelegated(resources)
    ? ''
    : 'All authors are one trust domain: whoever writes a file can change every tenant';
}

/** Whether the authors of tenant directories are not trusted. */
export function isDelegated(resources: readonly Resource[]): boolean {
  return resources.some(({ kind, body }) => kind === 'platform' && delegates(body as PlatformBody));
}

interface PlatformBody {
  readonly spec: { readonly directoryPerTenant?: boolean; readonly trustTenantDirectories?: boolean };
}

function delegates({ spec }: PlatformBody): boolean {
  return spec.directoryPerTenant === true && spec.trustTenantDirectories !== true;
}
