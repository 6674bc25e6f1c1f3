import { isTenant } from '../../core/kind/tenant.ts';
import { LimitedStore } from '../work/limited-store.ts';
import { Store } from '../work/store.ts';
import {
  ownerOf,
  type TenantNamespace,
  type TenantResource,
  type TenantView,
  tenantKey,
  type Workload,
} from './objects.ts';

/** The sidecar's view of tenant resources and of the objects that their status depends on. It can be stale. */
export interface TenantCache {
  /** By collection, because each list replaces only its own resources. */
  readonly resources: ReadonlyMap<string, Store<TenantResource>>;
  readonly deployments: LimitedStore<Workload>;
  readonly statefulSets: LimitedStore<Workload>;
  readonly namespaces: Store<TenantNamespace>;
  /** Keys of resources by what they need: the key of a workload, or `Namespace/name`. */
  readonly dependents: Map<string, Set<string>>;
  /** The reverse: what each resource needs, by its key. */
  readonly needs: Map<string, readonly string[]>;
}

export function newTenantCache(collections: readonly string[]): TenantCache {
  return {
    resources: new Map(collections.map((collection) => [collection, new Store(tenantKey)])),
    deployments: newWorkloads(),
    statefulSets: newWorkloads(),
    namespaces: new Store(({ name }) => name),
    dependents: new Map(),
    needs: new Map(),
  };
}

function newWorkloads(): LimitedStore<Workload> {
  return new LimitedStore(
    ({ key }) => key,
    ({ key }) => namespaceIn(key),
  );
}

/** Records what the resource with this key needs now. Clears the record if the resource was deleted. */
export function updateDependents(cache: TenantCache, key: string): void {
  const { dependents, needs } = cache;
  for (const need of needs.get(key) ?? []) {
    const keys = dependents.get(need);
    keys?.delete(key);
    if (keys?.size === 0) dependents.delete(need);
  }
  const resource = resourceOf(cache, key);
  if (resource) needs.set(key, needsOf(resource));
  else needs.delete(key);
  for (const need of needs.get(key) ?? []) dependents.set(need, (dependents.get(need) ?? new Set()).add(key));
}

function resourceOf({ resources }: TenantCache, key: string): TenantResource | undefined {
  const [collection = ''] = key.split(' ');
  return resources.get(collection)?.get(key);
}

/** Includes the namespaces of the resource and of the workloads, because they determine which workloads it may depend on. */
function needsOf({ instructions, namespace }: TenantResource): readonly string[] {
  const { workloads = [], namespaces = [] } = instructions ?? {};
  const all = new Set([namespace, ...workloads.map(namespaceIn), ...namespaces]);
  return [...workloads, ...[...all].map((name) => `Namespace/${name}`)];
}

/** The namespace in `Kind/namespace/name`. */
function namespaceIn(workload: string): string {
  return workload.split('/')[1] ?? '';
}

export function tenantView(cache: TenantCache, key: string): TenantView | undefined {
  const { deployments, statefulSets } = cache;
  const resource = resourceOf(cache, key);
  if (!resource) return undefined;
  const { workloads = [], namespaces = [] } = resource.instructions ?? {};
  const owner = ownerOf(resource, tenantOf(cache, resource.namespace));
  const needed = workloads.filter((workload) => ['', owner].includes(tenantOf(cache, namespaceIn(workload))));
  const own = namespaces.filter((name) => tenantOf(cache, name) === owner);
  const isKnown = (namespace: string) => deployments.isComplete(namespace) && statefulSets.isComplete(namespace);
  return {
    resource,
    owner,
    unknown: needed.filter((workload) => !isKnown(namespaceIn(workload))),
    workloads: new Map(needed.flatMap((name) => entry(name, deployments.get(name) ?? statefulSets.get(name)))),
    namespaces: new Map(own.flatMap((name) => entry(name, cache.namespaces.get(name)))),
  };
}

/** The tenant that owns a namespace. Empty if there is none, such as for a namespace of the platform. */
function tenantOf({ namespaces }: TenantCache, namespace: string): string {
  const tenant = namespaces.get(namespace)?.tenant ?? '';
  return isTenant(tenant) ? tenant : '';
}

function entry<T>(key: string, value: T | undefined): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[key, value]];
}
