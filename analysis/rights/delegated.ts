import type { Resource } from '../../core/kind/resource.ts';

/** Whether the authors of tenant directories are not trusted. */
export function isDelegated(resources: readonly Resource[]): boolean {
  return resources.some(({ kind, body }) => kind === 'platform' && delegates((body as PlatformBody).spec));
}

interface PlatformBody {
  readonly spec: { readonly directoryPerTenant?: boolean; readonly trustTenantDirectories?: boolean };
}

function delegates({ directoryPerTenant, trustTenantDirectories }: PlatformBody['spec']): boolean {
  return directoryPerTenant === true && trustTenantDirectories !== true;
}
