import type { Resource } from '../core/kind/resource.ts';
import { isTenant } from '../core/kind/tenant.ts';

/** One line for readers of a summary, if several tenants are in one trust domain. Empty otherwise. */
export function trustNote(resources: readonly Resource[]): string {
  const tenants = new Set(resources.map(({ tenant }) => tenant).filter(isTenant));
  const isDelegated = resources.some(({ kind, body }) => kind === 'platform' && delegates(body as PlatformBody));
  return tenants.size < 2 || isDelegated
    ? ''
    : 'All authors are one trust domain: whoever writes a file can change every tenant';
}

interface PlatformBody {
  readonly spec: { readonly directoryPerTenant?: boolean; readonly trustTenantDirectories?: boolean };
}

function delegates({ spec }: PlatformBody): boolean {
  return spec.directoryPerTenant === true && spec.trustTenantDirectories !== true;
}
