import type { Feed } from '../../cluster/follow.ts';
import { feedOf, followed, type Report } from '../work/feed.ts';
import { type TenantCache, updateDependents } from './cache.ts';
import { type TenantNamespace, type TenantResource, tenantKey, type Workload } from './objects.ts';
import { namespacePart, resourcePart, workloadPart } from './projections.ts';

export const deployments = '/apis/apps/v1/deployments';

/**
 * The names of the lists in reports. For StatefulSets and namespaces, they differ from the paths, because these lists are also
 * followed for claims.
 */
export function followedForTenants(collections: readonly string[]): readonly string[] {
  return [...collections, deployments, statusName(followed.templates), statusName(followed.namespaces)];
}

function statusName(path: string): string {
  return `${path} (status)`;
}

/** Keeps tenant resources and what their status depends on in the cache, and queues what each change affects. */
export function tenantFeeds(
  cache: TenantCache,
  enqueue: (key: string) => void,
  report: Report,
): readonly Feed<unknown>[] {
  const dependentsOf = (need: string) => {
    for (const key of cache.dependents.get(need) ?? []) enqueue(key);
  };
  const affected = ({ key }: Workload) => dependentsOf(key);
  const incomplete = (namespace: string) => dependentsOf(`Namespace/${namespace}`);
  return [
    feedOf<TenantNamespace>(report, {
      ...{ path: followed.namespaces, name: statusName(followed.namespaces), part: namespacePart },
      ...{ store: cache.namespaces, affected: ({ name }) => dependentsOf(`Namespace/${name}`) },
    }),
    feedOf<Workload>(report, {
      ...{ path: deployments, store: cache.deployments, affected, incomplete },
      part: workloadPart('Deployment'),
    }),
    feedOf<Workload>(report, {
      ...{ path: followed.templates, name: statusName(followed.templates), store: cache.statefulSets },
      ...{ affected, incomplete },
      part: workloadPart('StatefulSet'),
    }),
    ...[...cache.resources].map(([path, store]) =>
      feedOf<TenantResource>(report, {
        ...{ path, part: resourcePart(path), store, isOptional: true },
        affected: (resource) => {
          updateDependents(cache, tenantKey(resource));
          enqueue(tenantKey(resource));
        },
      }),
    ),
  ];
}
