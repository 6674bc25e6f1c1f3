import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { groupBy } from '../../../data/group-by.ts';
import { listAt, type Path, valueAt } from '../../../data/tree.ts';
import { readSelector, selects } from '../../../kubernetes/label-selector.ts';
import { hibernationExclusion, mtoTenantLabel } from '../integration/keys.ts';
import { namespaceIndex } from '../tenant/namespaces.ts';

/** A namespace that a supervisor is for, with the field that says so. */
export interface Target {
  readonly namespace: TenantNamespace;
  readonly path: Path;
}

/**
 * The namespaces that a ClusterResourceSupervisor names, selects or reaches through an AppProject, each once.
 * Namespaces with the exclude annotation or a supervisor of their own are left out [sources: mto-20]. `body` may be
 * invalid: an unreadable selector selects all namespaces so that every tenant it may affect gets the error.
 */
export function targetsOf(body: unknown, world: World): readonly Target[] {
  const index = world.derived(supervisable);
  const found = [...named(body, index), ...selected(body, index), ...inProjects(body, index)];
  const byName = new Map(found.toReversed().map((target) => [target.namespace.name, target]));
  return [...byName.values()]
    .filter(({ namespace }) => !index.excluded.has(namespace.name) && !index.withOwn.has(namespace.name))
    .toSorted((a, b) => (a.namespace.name < b.namespace.name ? -1 : 1));
}

interface Supervisable {
  readonly all: readonly TenantNamespace[];
  readonly byName: ReadonlyMap<string, TenantNamespace>;
  /** By the Tenant whose AppProject lets applications in. */
  readonly byProject: ReadonlyMap<string, readonly TenantNamespace[]>;
  readonly excluded: ReadonlySet<string>;
  readonly withOwn: ReadonlySet<string>;
}

/** Give it to World.derived. */
export function supervisable(world: World): Supervisable {
  const all = world.namespaces();
  const byName = new Map(all.map((namespace) => [namespace.name, namespace]));
  const projects = world.all('mto-extensions').filter(({ body }) => body.spec.argoCD);
  const names = new Set(projects.map(({ body }) => body.spec.tenantName));
  return {
    all,
    byName,
    byProject: groupBy(
      all.filter((namespace) => names.has(tenantLabelOf(namespace))),
      tenantLabelOf,
    ),
    excluded: excludedIn(world),
    withOwn: new Set(world.all('mto-resource-supervisor').map(({ namespace }) => namespace)),
  };
}

function tenantLabelOf({ labels }: TenantNamespace): string {
  return labels[mtoTenantLabel] ?? '';
}

function excludedIn(world: World): ReadonlySet<string> {
  const all = [...world.derived(namespaceIndex).values()].flat();
  return new Set(all.filter(({ annotations }) => annotations[hibernationExclusion] === 'true').map(({ name }) => name));
}

function named(body: unknown, { byName }: Supervisable): readonly Target[] {
  const path = ['spec', 'namespaces', 'names'];
  return texts(body, path).flatMap(([name, index]) => {
    const namespace = byName.get(name);
    return namespace ? [{ namespace, path: [...path, index] }] : [];
  });
}

function inProjects(body: unknown, { byProject }: Supervisable): readonly Target[] {
  const path = ['spec', 'argocd', 'appProjects'];
  return texts(body, path).flatMap(([name, index]) =>
    (byProject.get(name) ?? []).map((namespace) => ({ namespace, path: [...path, index] })),
  );
}

function texts(body: unknown, path: Path): readonly (readonly [string, number])[] {
  return listAt(body, ...path).flatMap((item, index) => (typeof item === 'string' ? [[item, index] as const] : []));
}

function selected(body: unknown, { all }: Supervisable): readonly Target[] {
  const path = ['spec', 'namespaces', 'labelSelector'];
  const selector = valueAt(body, ...path);
  if (selector === undefined || selector === null) return [];
  const known = readSelector(selector);
  const chosen = known ? all.filter(({ labels }) => selects(known, labels)) : all;
  return chosen.map((namespace) => ({ namespace, path }));
}

/** Tenants that own some of the namespaces. */
export function tenantsOf(targets: readonly Target[]): readonly string[] {
  return [...new Set(targets.map(({ namespace }) => namespace.tenant))].sort();
}
