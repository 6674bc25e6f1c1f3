import { Store } from '../work/store.ts';
import { type TenantNamespace, type TenantResource, type TenantView, tenantKey, type Workload } from './objects.ts';

/** The sidecar's view of tenant resources and of the objects that their status depends on. It can be stale. */
export interface TenantCache {
  /** By collection, because each list replaces only its own resources. */
  readonly resources: ReadonlyMap<string, Store<TenantResource>>;
  readonly deployments: Store<Workload>;
  readonly statefulSets: Store<Workload>;
  readonly namespaces: Store<TenantNamespace>;
  /** Keys of resources by what they need: the key of a workload, or `Namespace/name`. */
  readonly dependents: Map<string, Set<string>>;
}

export function newTenantCache(collections: readonly string[]): TenantCache {
  return {
    resources: new Map(collections.map((collection) => [collection, new Store(tenantKey)])),
    deployments: new Store(({ key }) => key),
    statefulSets: new Store(({ key }) => key),
    namespaces: new Store(({ name }) => name),
    dependents: new Map(),
  };
}

/** Records what a resource needs. A resource that needs less than before is checked once more than necessary. */
export function addDependent({ dependents }: TenantCache, resource: TenantResource): void {
  for (const need of needsOf(resource)) {
    const keys = dependents.get(need) ?? new Set();
    dependents.set(need, keys.add(tenantKey(resource)));
  }
}

function needsOf({ instructions }: TenantResource): readonly string[] {
  const { workloads = [], namespaces = [] } = instructions ?? {};
  return [...workloads, ...namespaces.map((name) => `Namespace/${name}`)];
}

export function tenantView(cache: TenantCache, key: string): TenantView | undefined {
  const { resources, deployments, statefulSets, namespaces } = cache;
  const [collection = ''] = key.split(' ');
  const resource = resources.get(collection)?.get(key);
  if (!resource) return undefined;
  const { workloads: needed = [], namespaces: own = [] } = resource.instructions ?? {};
  return {
    resource,
    workloads: new Map(needed.flatMap((name) => entry(name, deployments.get(name) ?? statefulSets.get(name)))),
    namespaces: new Map(own.flatMap((name) => entry(name, namespaces.get(name)))),
  };
}

function entry<T>(key: string, value: T | undefined): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[key, value]];
}
