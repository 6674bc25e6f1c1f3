import type { Failure } from '../../cluster/answer.ts';
import type { Feed } from '../../cluster/follow.ts';
import type { Projection } from '../../cluster/list.ts';
import type { Store } from './store.ts';

/** The paths of the lists that are followed for claims and volumes. */
export const followed = {
  claims: '/api/v1/persistentvolumeclaims',
  namespaces: '/api/v1/namespaces',
  templates: '/apis/apps/v1/statefulsets',
  volumes: '/api/v1/persistentvolumes',
} as const;

/** Reports a problem with a list, by the name of the list. Undefined if the list is followed. */
export type Report = (name: string, problem: Failure | undefined) => void;

export interface Source<T> {
  readonly path: string;
  /** The name of the list in reports; by default its path. */
  readonly name?: string;
  /** True if the cluster might lack the kind. A missing kind is treated as an empty list. */
  readonly isOptional?: boolean;
  /** What is read of each object. */
  readonly part: Projection<T>;
  readonly store: Store<T>;
  /** Queues everything whose state depends on the object. */
  readonly affected: (object: T) => void;
  /** Queues everything whose state depends on objects of a namespace, because the store does not contain all of them. */
  readonly incomplete?: (namespace: string) => void;
}

/** A feed of a list into a store. */
export function feedOf<T>(report: Report, source: Source<T>): Feed<unknown> {
  const { path, name = path, part, store, affected } = source;
  const change = (object: T) => {
    store.set(object);
    affected(object);
  };
  const remove = (object: T) => {
    store.remove(object);
    affected(object);
  };
  const replace = (all: readonly T[]) => {
    for (const object of [...store.replace(all), ...all]) affected(object);
    for (const namespace of store.incomplete()) source.incomplete?.(namespace);
  };
  return {
    path,
    ...part,
    keep: () => store.keep() as (object: unknown) => boolean,
    replace: replace as (all: readonly unknown[]) => void,
    change: change as (object: unknown) => void,
    remove: remove as (object: unknown) => void,
    report: (problem) => {
      const isAbsent = source.isOptional === true && problem?.status === 404;
      if (isAbsent) replace([]);
      report(name, isAbsent ? undefined : problem);
    },
  };
}
