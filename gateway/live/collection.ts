import type { Client } from '../../cluster/client.ts';
import { type Feed, follow } from '../../cluster/follow.ts';
import type { Timing } from '../../cluster/timing.ts';
import type { Tree } from '../../data/tree.ts';
import type { Kept, Memory } from './memory.ts';
import { keptPart, keyIn, type Resource, smallPart, wantedOf } from './resources.ts';

/** What is known about a collection. */
export interface Reading {
  /** False if the objects cannot be read now. They are then from an earlier time, or there are none. */
  readonly available: boolean;
  /** When the objects were current, in milliseconds since 1970; undefined if they were never read. */
  readonly asOf: number | undefined;
  /** Why they are not available. */
  readonly reason: string | undefined;
  readonly objects: readonly Tree[];
}

export interface Follower {
  readonly client: Client;
  readonly timing: Timing;
  readonly signal: AbortSignal;
  readonly memory: Memory;
}

/** The objects of a collection, which a feed updates. */
function openObjects(resource: Resource, memory: Memory) {
  const objects = new Map<string, Kept>();
  /** Also objects of a list that is not complete, or that failed. */
  const counted = new Map<string, Kept>();
  const forget = (key: string) => {
    const kept = counted.get(key);
    if (kept) memory.release(kept);
    counted.delete(key);
  };
  const count = (object: Tree) => {
    const key = keyIn(object);
    forget(key);
    const kept = memory.keep(object);
    counted.set(key, kept);
    return kept;
  };
  const feed: Omit<Feed<Kept>, 'path' | 'report'> = {
    ...wantedOf(resource),
    project: (object, isPartial) => {
      const all = keptPart(object, resource);
      const part = isPartial ? smallPart(all) : all;
      return resource.isTrusted ? { object: part } : count(part);
    },
    replace: (all) => {
      objects.clear();
      for (const kept of all) objects.set(keyIn(kept.object), kept);
      for (const key of counted.keys()) if (!objects.has(key)) forget(key);
    },
    change: (kept) => void objects.set(keyIn(kept.object), kept),
    remove: ({ object }) => {
      objects.delete(keyIn(object));
      forget(keyIn(object));
    },
  };
  return { feed, all: () => [...objects.values()].map(({ object }) => object) };
}

/** The maximum time to wait for the first list, in milliseconds. */
const maxWait = 3000;

/** Returns a function that reads a collection. Its first call starts a watch, which all later calls share. */
export function openCollection(resource: Resource & { readonly fields?: string }, follower: Follower) {
  const { client, timing, signal, memory } = follower;
  const stored = openObjects(resource, memory);
  let state: { readonly asOf: number | undefined; readonly reason: string | undefined } = {
    asOf: undefined,
    reason: 'the API server has not responded yet',
  };
  let isFollowed = false;
  let first: Promise<void> | undefined;
  const feedOf = (settled: () => void): Feed<Kept> => ({
    path: resource.path,
    ...(resource.fields === undefined ? {} : { fields: resource.fields }),
    ...stored.feed,
    report: (problem) => {
      if (isFollowed || problem === undefined) state = { asOf: timing.now(), reason: problem?.message };
      else state = { ...state, reason: problem.message };
      isFollowed = problem === undefined;
      settled();
    },
  });
  const start = () => new Promise<void>((settled) => void follow(client, feedOf(settled), timing, signal));
  return async (): Promise<Reading> => {
    first ??= start();
    await Promise.race([first, timing.sleep(maxWait, signal)]);
    const { asOf, reason } = state;
    return { available: isFollowed, asOf: isFollowed ? timing.now() : asOf, reason, objects: stored.all() };
  };
}
