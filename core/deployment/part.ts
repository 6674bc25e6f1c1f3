import { groupKind } from '../../kubernetes/object-id.ts';
import { isTenant } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';
import type { DeploymentSettings } from '../settings/deployment.ts';
import { workloadResources } from './workload-kinds.ts';

/**
 * The two parts of a tenant's objects. `isolation` limits the tenant: namespaces, quotas, policies, roles. A trusted account
 * applies it, so it contains only objects of leasehold's own shapes, and tenant resources. `workloads` is everything else. The
 * tenant's own account applies it, and can apply nothing else.
 */
export const deploymentParts = ['isolation', 'workloads'] as const;

export type DeploymentPart = (typeof deploymentParts)[number];

export function deploymentPartOf({ id, shape, tenant, origin }: Manifest): DeploymentPart {
  if (!isTenant(tenant) || !origin) return 'isolation';
  return shape === undefined || workloadResources.has(groupKind(id.group, id.kind)) ? 'workloads' : 'isolation';
}

/** Whether the tenant's account can apply objects of the kind. */
export function canDeploy({ group, kind }: Manifest['id'], { kinds }: DeploymentSettings): boolean {
  const name = groupKind(group, kind);
  return workloadResources.has(name) || kinds.has(name);
}
