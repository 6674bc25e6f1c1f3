import { groupKind } from '../../kubernetes/object-id.ts';
import { isTenant } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';
import { ownsNamespace } from '../settings/allow.ts';
import type { DeploymentSettings } from '../settings/deployment.ts';
import type { Settings } from '../settings/settings.ts';
import { workloadResources } from './workload-kinds.ts';

/**
 * The two parts of a tenant's objects. `workloads` contains the objects of Templates and charts, and workloads in namespaces
 * that belong to the tenant alone. The tenant's own account applies it, and can apply nothing else. `isolation` is everything
 * else: namespaces, quotas, policies, roles, and leasehold's own workloads in other namespaces. A trusted account applies it, so
 * it contains only objects of leasehold's own shapes, and tenant resources.
 */
export const deploymentParts = ['isolation', 'workloads'] as const;

export type DeploymentPart = (typeof deploymentParts)[number];

/**
 * The objects of the part `workloads`. A Role can limit the names of objects, but not their content: a pod can use any
 * ServiceAccount and Secret of its namespace. Tenants' accounts therefore have no permissions in namespaces of several tenants,
 * or of the platform.
 */
export function workloadsOf(manifests: readonly Manifest[], settings: Settings): readonly Manifest[] {
  const owns = ownership(manifests, settings);
  return manifests.filter(
    (manifest) => isOfTenant(manifest) && (manifest.shape === undefined || (isWorkload(manifest) && owns(manifest))),
  );
}

function isOfTenant({ tenant, origin }: Manifest): boolean {
  return isTenant(tenant) && origin !== undefined;
}

function isWorkload({ id }: Manifest): boolean {
  return workloadResources.has(groupKind(id.group, id.kind));
}

/** Tests whether the namespace of an object belongs to its tenant alone. `manifests` contains all objects of the tenant. */
export function ownership(manifests: readonly Manifest[], settings: Settings): (manifest: Manifest) => boolean {
  const created = new Set(manifests.filter(isNamespace).map(({ id, tenant }) => `${tenant} ${id.name}`));
  return ({ id, tenant }) =>
    created.has(`${tenant} ${id.namespace}`) || ownsNamespace(settings.granted(tenant), id.namespace);
}

export function isNamespace({ id, shape }: Manifest): boolean {
  return shape === 'namespace' && id.kind === 'Namespace';
}

/** Whether the tenant's account can apply objects of the kind. */
export function canDeploy({ group, kind }: Manifest['id'], { kinds }: DeploymentSettings): boolean {
  const name = groupKind(group, kind);
  return workloadResources.has(name) || kinds.has(name);
}
