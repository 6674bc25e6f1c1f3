import { isDelegated } from '../analysis/rights/delegated.ts';
import type { Resource } from '../core/kind/resource.ts';
import { isTenant } from '../core/kind/tenant.ts';

/** A note for a summary if several tenants are in one trust domain; empty otherwise. */
export function trustNote(resources: readonly Resource[]): string {
  const tenants = new Set(resources.map(({ tenant }) => tenant).filter(isTenant));
  return tenants.size < 2 || isDelegated(resources)
    ? ''
    : 'All authors share one trust domain: anyone who can write a file can change every tenant';
}

/**
 * The directory of the Platform, without a trailing slash, if the Platform sets directoryPerTenant. Undefined
 * otherwise, and with several Platforms.
 */
export function directoryOfPlatform(resources: readonly Resource[]): string | undefined {
  const platforms = resources.filter(({ kind }) => kind === 'platform');
  const [platform] = platforms;
  if (!platform || platforms.length > 1) return undefined;
  const { file } = platform.origin;
  const { directoryPerTenant } = (platform.body as PlatformBody).spec;
  return directoryPerTenant === true ? file.slice(0, Math.max(file.lastIndexOf('/'), 0)) : undefined;
}

interface PlatformBody {
  readonly spec: { readonly directoryPerTenant?: boolean };
}
