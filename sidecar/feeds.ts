import type { Refusal } from '../cluster/answer.ts';
import type { Feed } from '../cluster/follow.ts';
import type { Cache, Store } from './cache.ts';
import { keyOf } from './decide/objects.ts';
import { toClaim, toClaimTemplates, toNamespace, toVolume } from './decide/project.ts';

/** The paths of the lists that are followed. */
export const followed = {
  claims: '/api/v1/persistentvolumeclaims',
  namespaces: '/api/v1/namespaces',
  templates: '/apis/apps/v1/statefulsets',
  volumes: '/api/v1/persistentvolumes',
} as const;

/** Queues what a change affects. */
export interface Enqueue {
  readonly claim: (key: string) => void;
  readonly volume: (name: string) => void;
}

/** By the path of the resource. */
export type Report = (path: string, problem: Refusal | undefined) => void;

interface Source<T> {
  readonly path: string;
  readonly project: (object: unknown) => T;
  readonly store: Store<T>;
  /** Queues everything whose state depends on the object. */
  readonly affected: (object: T) => void;
}

/** Follows claims, volumes, namespaces and StatefulSets into the cache, and queues what each change affects. */
export function feedsOf(cache: Cache, enqueue: Enqueue, report: Report): readonly Feed<unknown>[] {
  const { claims, volumes, namespaces, templates } = cache;
  const claimsOf = (namespace: string) => {
    for (const claim of claims.of(namespace)) enqueue.claim(keyOf(claim));
  };
  return [
    feedOf(report, {
      ...{ path: followed.namespaces, project: toNamespace, store: namespaces },
      affected: ({ name }) => claimsOf(name),
    }),
    feedOf(report, {
      ...{ path: followed.templates, project: toClaimTemplates, store: templates },
      affected: ({ namespace }) => claimsOf(namespace),
    }),
    feedOf(report, {
      ...{ path: followed.volumes, project: toVolume, store: volumes },
      affected: ({ name, claim }) => {
        enqueue.volume(name);
        if (claim) enqueue.claim(keyOf(claim));
      },
    }),
    feedOf(report, {
      ...{ path: followed.claims, project: toClaim, store: claims },
      affected: (claim) => {
        enqueue.claim(keyOf(claim));
        for (const { name } of volumes.of(keyOf(claim))) enqueue.volume(name);
      },
    }),
  ];
}

function feedOf<T>(report: Report, { path, project, store, affected }: Source<T>): Feed<unknown> {
  const change = (object: T) => {
    store.set(object);
    affected(object);
  };
  const remove = (object: T) => {
    store.remove(object);
    affected(object);
  };
  return {
    path,
    project,
    replace: (all) => {
      for (const object of [...store.replace(all as readonly T[]), ...(all as readonly T[])]) affected(object);
    },
    change: change as (object: unknown) => void,
    remove: remove as (object: unknown) => void,
    report: (problem) => report(path, problem),
  };
}
