import { isTenant } from '../../core/kind/tenant.ts';
import { canonicalText } from '../../data/canonical-text.ts';
import { groupBy } from '../../data/group-by.ts';
import { listAt } from '../../data/tree.ts';
import type { Comparable, RenderContext } from './change.ts';
import { syncOption } from './data-loss.ts';
import { standardModes } from './standard-mode.ts';
import { treeOf } from './tree.ts';

/** The context of two renders. Reads each render once. `whole` contains all objects of the new render. */
export function renderContext(
  base: readonly Comparable[],
  head: readonly Comparable[],
  whole: readonly Comparable[] = head,
): RenderContext {
  const [before, after] = [factsOf(base), factsOf(head)];
  const subjectsOf = subjectFinder(base);
  const isKept = keptFinder();
  let grouped: ReadonlyMap<string, readonly Comparable[]> | undefined;
  const ofKind = () => {
    grouped ??= groupBy(base, ({ id }) => `${id.namespace} ${id.kind}`);
    return grouped;
  };
  return {
    isAddedTenant: (tenant) => isTenant(tenant) && !before.tenants.has(tenant),
    isRemovedTenant: (tenant) => isTenant(tenant) && !after.tenants.has(tenant),
    hasMoreQuotas: (tenant) => (after.quotas.get(tenant)?.length ?? 0) > (before.quotas.get(tenant)?.length ?? 0),
    quotasOf: (side, tenant, name) =>
      ((side === 'old' ? before : after).quotas.get(tenant) ?? []).filter(({ id }) => id.name === name),
    hasKind: (namespace, kind) => after.kinds.has(`${namespace} ${kind}`),
    addsNamespace: (tenant, name) => after.namespaces.get(name) === tenant && !before.namespaces.has(name),
    addsAccount: (namespace, name) =>
      after.accounts.has(`${namespace} ${name}`) && !before.accounts.has(`${namespace} ${name}`),
    hadKind: (namespace, kind) => before.kinds.has(`${namespace} ${kind}`),
    losesKind: (namespace, kind) =>
      !after.kinds.has(`${namespace} ${kind}`) &&
      (ofKind().get(`${namespace} ${kind}`) ?? []).some((object) => !isKept(object)),
    isKept,
    addsClusterRole: (tenant, name) => after.clusterRoles.get(name) === tenant && !before.clusterRoles.has(name),
    standardMode: standardModes(whole),
    hadSubject: (tenant, subject) => subjectsOf(tenant).has(canonicalText(subject)),
  };
}

interface Facts {
  readonly tenants: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  /** The tenants of namespaces, by name. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** The namespaces and names of ServiceAccounts. */
  readonly accounts: ReadonlySet<string>;
  /** ResourceQuotas by tenant. */
  readonly quotas: ReadonlyMap<string, readonly Comparable[]>;
  /** The tenants of ClusterRoles, by name. */
  readonly clusterRoles: ReadonlyMap<string, string>;
}

function factsOf(objects: readonly Comparable[]): Facts {
  const accounts = objects.filter(({ id }) => id.kind === 'ServiceAccount');
  const clusterRoles = objects.filter(({ id }) => id.kind === 'ClusterRole');
  const namespaces = objects.filter(({ id }) => id.kind === 'Namespace');
  return {
    namespaces: new Map(namespaces.map(({ id, tenant }) => [id.name, tenant])),
    tenants: new Set(objects.map(({ tenant }) => tenant)),
    kinds: new Set(objects.map(({ id }) => `${id.namespace} ${id.kind}`)),
    accounts: new Set(accounts.map(({ id }) => `${id.namespace} ${id.name}`)),
    quotas: groupBy(
      objects.filter(({ id }) => id.kind === 'ResourceQuota'),
      ({ tenant }) => tenant,
    ),
    clusterRoles: new Map(clusterRoles.map(({ id, tenant }) => [id.name, tenant])),
  };
}

/** Parses the bindings of a tenant once, on first use. */
function subjectFinder(objects: readonly Comparable[]): (tenant: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  const bindings = groupBy(
    objects.filter(({ id }) => id.kind === 'RoleBinding' || id.kind === 'ClusterRoleBinding'),
    ({ tenant }) => tenant,
  );
  return (tenant) => {
    const subjects = known.get(tenant) ?? new Set((bindings.get(tenant) ?? []).flatMap(subjectsIn));
    known.set(tenant, subjects);
    return subjects;
  };
}

function subjectsIn(binding: Comparable): readonly string[] {
  return listAt(treeOf(binding), 'subjects').map(canonicalText);
}

/** Reads each object once, because a Namespace is looked up for every object in it. */
function keptFinder(): (object: Comparable) => boolean {
  const known = new Map<Comparable, boolean>();
  return (object) => {
    const isKept = known.get(object) ?? syncOption(treeOf(object), 'Prune') === 'false';
    known.set(object, isKept);
    return isKept;
  };
}
