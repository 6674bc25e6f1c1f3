import type { Feed } from '../cluster/follow.ts';
import type { Cache } from './cache.ts';
import { keyOf } from './decide/objects.ts';
import { canCreate } from './decide/retention.ts';
import { feedOf, followed, type Report } from './work/feed.ts';
import { parts } from './work/projections.ts';

/** Queues the objects that a change affects. */
export interface Enqueue {
  readonly claim: (key: string) => void;
  readonly volume: (name: string) => void;
}

/** Follows claims, volumes, namespaces and StatefulSets into the cache, and queues the objects that each change affects. */
export function feedsOf(cache: Cache, enqueue: Enqueue, report: Report): readonly Feed<unknown>[] {
  const { claims, volumes, namespaces, templates } = cache;
  const claimsOf = (namespace: string) => {
    for (const claim of claims.of(namespace)) enqueue.claim(keyOf(claim));
  };
  return [
    feedOf(report, {
      ...{ path: followed.namespaces, part: parts.namespace, store: namespaces },
      affected: ({ name }) => claimsOf(name),
    }),
    feedOf(report, {
      ...{ path: followed.templates, part: parts.templates, store: templates },
      affected: ({ namespace, name }) => {
        for (const claim of claims.of(namespace)) if (canCreate(name, claim.name)) enqueue.claim(keyOf(claim));
      },
      incomplete: claimsOf,
    }),
    feedOf(report, {
      ...{ path: followed.volumes, part: parts.volume, store: volumes },
      affected: ({ name, claim }) => {
        enqueue.volume(name);
        if (claim) enqueue.claim(keyOf(claim));
      },
    }),
    feedOf(report, {
      ...{ path: followed.claims, part: parts.cachedClaim, store: claims },
      affected: (claim) => {
        enqueue.claim(keyOf(claim));
        for (const { name } of volumes.of(keyOf(claim))) enqueue.volume(name);
      },
    }),
  ];
}
