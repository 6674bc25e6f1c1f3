import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { hibernationExclusion } from '../../../core/settings/hibernation.ts';
import { groupBy } from '../../../data/group-by.ts';
import { memo } from '../../../data/memo.ts';
import { type NearestWord, nearestWord } from '../../../data/nearest.ts';
import { listAt, type Path, valueAt } from '../../../data/tree.ts';
import { isEmptySelector, readSelector, selects } from '../../../kubernetes/label-selector.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import type { TenantResource } from '../tenant/members.ts';
import { tenantNamespaces } from '../tenant/namespaces.ts';

/** A supervised namespace, with the path of the field that selects it. */
export interface SupervisionTarget {
  readonly namespace: TenantNamespace;
  readonly path: Path;
}

/**
 * The namespaces that a ClusterResourceSupervisor lists, selects or finds through an AppProject, without duplicates.
 * Omits namespaces with the exclude annotation or a ResourceSupervisor [sources: mto-20]. `body` may be invalid: an
 * unreadable selector selects all namespaces so that every tenant it may affect gets the error.
 */
export function supervisionTargets(body: unknown, world: World): readonly SupervisionTarget[] {
  const index = world.derived(supervisionIndex);
  const found = [...namedTargets(body, index), ...selectedTargets(body, index), ...projectTargets(body, index)];
  const byName = new Map(found.toReversed().map((target) => [target.namespace.name, target]));
  return [...byName.values()]
    .filter(({ namespace }) => !index.isExcluded(namespace.name) && !index.withOwnSupervisor.has(namespace.name))
    .toSorted((a, b) => (a.namespace.name < b.namespace.name ? -1 : 1));
}

interface SupervisionIndex {
  readonly all: readonly TenantNamespace[];
  readonly byName: ReadonlyMap<string, TenantNamespace>;
  /** The namespaces of each Tenant with an AppProject, including private sandboxes, which the AppProject does not allow. */
  readonly byProject: ReadonlyMap<string, readonly TenantNamespace[]>;
  readonly isExcluded: (namespace: string) => boolean;
  readonly withOwnSupervisor: ReadonlySet<string>;
  /** The AppProjects of Extensions, including those without namespaces. */
  readonly projects: ReadonlySet<string>;
  /** Finds the namespace with the most similar name. */
  readonly nearestNamespace: NearestWord;
  /** Finds the AppProject with the most similar name. */
  readonly nearestProject: NearestWord;
}

/** The index for supervisionTargets. Pass this function to World.derived. */
export function supervisionIndex(world: World): SupervisionIndex {
  const all = world.namespaces();
  const byName = new Map(all.map((namespace) => [namespace.name, namespace]));
  const extensions = world.all('mto-extensions').filter(({ body }) => body.spec.argoCD);
  const names = new Set(extensions.map(({ body }) => body.spec.tenantName));
  const byProject = groupBy(
    all.filter((namespace) => names.has(tenantLabelOf(namespace))),
    tenantLabelOf,
  );
  return {
    all,
    byName,
    byProject,
    projects: names,
    nearestNamespace: nearestWord(byName.keys()),
    nearestProject: nearestWord(byProject.keys()),
    isExcluded: exclusionIn(world, byName),
    withOwnSupervisor: new Set(world.all('mto-resource-supervisor').map(({ namespace }) => namespace)),
  };
}

function tenantLabelOf({ labels }: TenantNamespace): string {
  return labels[mtoTenantLabel] ?? '';
}

/** Finds whether a namespace has the exclude annotation "true". Computes the metadata of only the namespaces of its Tenant. */
function exclusionIn(world: World, byName: ReadonlyMap<string, TenantNamespace>): SupervisionIndex['isExcluded'] {
  const tenants = new Map(world.all('mto-tenant').map((tenant) => [tenant.name, tenant]));
  const namespacesOf = world.derived(tenantNamespaces);
  const excludedOf = memo((tenant: TenantResource) => {
    const excluded = namespacesOf(tenant).filter(({ annotations }) => annotations[hibernationExclusion] === 'true');
    return new Set(excluded.map(({ name }) => name));
  });
  return (name) => {
    const namespace = byName.get(name);
    const tenant = namespace && tenants.get(tenantLabelOf(namespace));
    return tenant !== undefined && excludedOf(tenant).has(name);
  };
}

function namedTargets(body: unknown, { byName }: SupervisionIndex): readonly SupervisionTarget[] {
  const path = ['spec', 'namespaces', 'names'];
  return textsIn(body, path).flatMap(([name, index]) => {
    const namespace = byName.get(name);
    return namespace ? [{ namespace, path: [...path, index] }] : [];
  });
}

function projectTargets(body: unknown, { byProject }: SupervisionIndex): readonly SupervisionTarget[] {
  const path = ['spec', 'argocd', 'appProjects'];
  return textsIn(body, path).flatMap(([name, index]) =>
    (byProject.get(name) ?? []).map((namespace) => ({ namespace, path: [...path, index] })),
  );
}

function textsIn(body: unknown, path: Path): readonly (readonly [string, number])[] {
  return listAt(body, ...path).flatMap((item, index) => (typeof item === 'string' ? [[item, index] as const] : []));
}

/** The namespaces that match the selector, including those with the exclude annotation or a ResourceSupervisor. */
export function selectedTargets(body: unknown, { all }: Pick<SupervisionIndex, 'all'>): readonly SupervisionTarget[] {
  const path = ['spec', 'namespaces', 'labelSelector'];
  const selector = valueAt(body, ...path);
  if (selector === undefined || selector === null || namesInsteadOfSelector(body)) return [];
  const known = readSelector(selector);
  const chosen = known ? all.filter(({ labels }) => selects(known, labels)) : all;
  return chosen.map((namespace) => ({ namespace, path }));
}

/**
 * Whether an empty selector is next to names. Guides write both and intend only the names, although an empty selector on its own
 * selects all namespaces.
 */
export function namesInsteadOfSelector(body: unknown): boolean {
  const selector = readSelector(valueAt(body, 'spec', 'namespaces', 'labelSelector'));
  return selector !== undefined && isEmptySelector(selector) && listAt(body, 'spec', 'namespaces', 'names').length > 0;
}

/** The tenants of the targets, sorted. */
export function tenantsOfTargets(targets: readonly SupervisionTarget[]): readonly string[] {
  return [...new Set(targets.map(({ namespace }) => namespace.tenant))].sort();
}
