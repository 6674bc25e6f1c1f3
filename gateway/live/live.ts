import { setMaxListeners } from 'node:events';
import type { Client } from '../../cluster/client.ts';
import { realTiming } from '../../cluster/timing.ts';
import type { Tree } from '../../data/tree.ts';
import { openCollection, type Reading } from './collection.ts';
import { type MemoryOptions, openMemory } from './memory.ts';
import { applicationResource, type ResourceName, resources } from './resources.ts';

/** The state of the cluster. No method rejects. */
export interface Live {
  /** Reads collections, through one watch for each. */
  readonly read: (names: readonly ResourceName[]) => Promise<Reading>;
  /** The Application that applies the tenants. */
  readonly application: () => Promise<Reading>;
  readonly close: () => void;
}

interface Application {
  readonly namespace?: string;
  readonly application: string;
}

/** The state without a cluster, if the gateway is not configured to read one. */
export const noCluster: Live = {
  read: async () => unknown('the gateway is not configured to read the cluster'),
  application: async () => unknown('the gateway is not configured to follow an Application'),
  close: () => {},
};

function unknown(reason: string): Reading {
  return { available: false, asOf: undefined, reason, objects: [] };
}

export interface LiveOptions extends MemoryOptions {
  readonly client: Client;
  /** Whether the gateway may read more than the Application. */
  readonly readsCluster: boolean;
  readonly argocd: Application | undefined;
}

export function openLive({ client, readsCluster, argocd, ...memory }: LiveOptions): Live {
  const stop = new AbortController();
  // Each watch and each delayed attempt adds a listener, so Node.js would warn about a leak.
  setMaxListeners(0, stop.signal);
  const follower = { client, timing: realTiming, signal: stop.signal, memory: openMemory(memory) };
  const collections = new Map<ResourceName, () => Promise<Reading>>();
  const collection = (name: ResourceName) => {
    const known = collections.get(name) ?? openCollection(resources[name], follower);
    collections.set(name, known);
    return known();
  };
  const fields = `metadata.name=${argocd?.application}`;
  const application =
    argocd && openCollection({ ...applicationResource(argocd.namespace ?? 'argocd'), fields }, follower);
  return {
    read: async (names) => (readsCluster ? together(await Promise.all(names.map(collection))) : noCluster.read(names)),
    application: application ?? noCluster.application,
    close: () => stop.abort(),
  };
}

/** Combines the readings that a page needs. The result is as old as the oldest one. */
function together(readings: readonly Reading[]): Reading {
  const times = readings.map(({ asOf }) => asOf);
  return {
    available: readings.every(({ available }) => available),
    asOf: times.includes(undefined) ? undefined : Math.min(...times.map(Number)),
    reason: readings.find(({ reason }) => reason !== undefined)?.reason,
    objects: readings.flatMap(({ objects }): readonly Tree[] => objects),
  };
}
