import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import type { TenantResource } from './members.ts';

type QuotaSpec = Resource<'mto-quota'>['body']['spec'];

export interface TenantQuota {
  readonly name: string;
  readonly spec: QuotaSpec;
}

/**
 * A quota of zero for everything that incurs costs. Everything else stays usable, so that users can try RBAC and
 * configuration.
 */
const zeroQuota: QuotaSpec = {
  resourcequota: {
    hard: {
      persistentvolumeclaims: '0',
      pods: '0',
      // Otherwise, pods that already run could be resized in place.
      'requests.cpu': '0',
      'requests.memory': '0',
      'services.loadbalancers': '0',
      'services.nodeports': '0',
    },
  },
};

/**
 * The Quota of a Tenant. Returns a quota of zero in a repository without a Platform and without any Quota, such as one that
 * contains a single sample. In other repositories, returns undefined if the Quota is invalid or missing, which is an error.
 */
export function quotaOf(tenant: TenantResource, world: World): TenantQuota | undefined {
  const quota = world.target(tenant, 'mto-quota');
  if (quota) return { name: quota.name, spec: quota.body.spec };
  const isSample = !world.settings.hasPlatform && world.isComplete('mto-quota') && world.all('mto-quota').length === 0;
  return isSample ? { name: tenant.body.spec.quota, spec: zeroQuota } : undefined;
}
