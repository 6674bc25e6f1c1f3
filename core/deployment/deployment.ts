import { groupBy } from '../../data/group-by.ts';
import { compare } from '../../data/order.ts';
import { formatId, groupKind } from '../../kubernetes/object-id.ts';
import { isTenant } from '../kind/tenant.ts';
import type { Manifest } from '../print/manifest.ts';
import type { Emit } from '../print/shape.ts';
import { atValue, type UnlocatedProblem } from '../problem/problem.ts';
import { manifestsWithoutOrigin, type Rendered } from '../render/render.ts';
import type { DeploymentSettings } from '../settings/deployment.ts';
import type { Settings } from '../settings/settings.ts';
import { accountObjects, type TenantDeployment } from './account-objects.ts';
import { canDeploy, isNamespace, ownership, workloadsOf } from './part.ts';

/**
 * With spec.argocd and untrusted authors, adds an AppProject and an account for each tenant with objects. They limit what Argo CD
 * applies for the tenant even if leasehold's checks fail. Also reports objects that the account cannot apply.
 */
export function withDeployment(rendered: Rendered, settings: Settings): Rendered {
  const { deployment } = settings;
  if (!deployment) return rendered;
  const manifests = rendered.resources.flatMap((resource) => resource.manifests);
  const tenants = groupBy(
    manifests.filter(({ tenant }) => isTenant(tenant)),
    ({ tenant }) => tenant,
  );
  const added = [...tenants].flatMap(([tenant, own]) => {
    const emits = objectsFor(deploymentOf(tenant, own, settings), settings, deployment);
    return manifestsWithoutOrigin(tenant, 'deployment.yaml', emits);
  });
  const problems = manifests.flatMap((manifest) => kindProblem(manifest, deployment));
  return { ...rendered, shared: [...rendered.shared, ...added], problems: [...rendered.problems, ...problems] };
}

/** Always allows the namespace with the tenant's name, because Argo CD requires a destination namespace for every Application. */
function objectsFor(tenant: TenantDeployment, settings: Settings, deployment: DeploymentSettings): readonly Emit[] {
  const granted = settings.granted(tenant.tenant).namespaces;
  const namespaces = [...new Set([tenant.tenant, ...tenant.own, ...granted])].sort(compare);
  return accountObjects(tenant, namespaces, deployment);
}

function deploymentOf(tenant: string, manifests: readonly Manifest[], settings: Settings): TenantDeployment {
  const workloads = workloadsOf(manifests, settings).filter(({ id }) => id.namespace !== '');
  const created = manifests.filter(isNamespace).map(({ id }) => id.name);
  const own = workloads.filter(ownership(manifests, settings)).map(({ id }) => id.namespace);
  const kinds = workloads.filter(
    ({ id, shape }) => shape !== undefined || (settings.deployment && canDeploy(id, settings.deployment)),
  );
  return {
    tenant,
    own: [...new Set([...created, ...own])].sort(compare),
    kinds: [...new Set(kinds.map(({ id }) => groupKind(id.group, id.kind)))].sort(compare),
  };
}

/** Reports an object that the account cannot apply, so that the error appears before a sync. */
function kindProblem(manifest: Manifest, deployment: DeploymentSettings): readonly UnlocatedProblem[] {
  const { id, origin, tenant, shape } = manifest;
  if (shape !== undefined || !origin || !isTenant(tenant) || canDeploy(id, deployment)) return [];
  const add = `add ${groupKind(id.group, id.kind)} to spec.argocd.kinds of the Platform`;
  const account = `the account of tenant ${tenant} cannot apply`;
  const isClusterScoped = id.namespace === '';
  const message = `${formatId(id)} ${isClusterScoped ? `is cluster-scoped, so ${account} it` : `has a kind that ${account}`}`;
  const fix = isClusterScoped
    ? `remove the object, or ${add} and sync the workloads of the tenant with a project and an account of your own`
    : add;
  return [{ code: 'not-granted', origin, place: atValue(['metadata', 'name']), message, fix, tenants: [tenant] }];
}
