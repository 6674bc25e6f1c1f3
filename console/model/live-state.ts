/** How current the gateway's response about the cluster is. */
export interface LiveState {
  /** False while the gateway cannot read the cluster. The response is then from an earlier time, or empty. */
  readonly available: boolean;
  /** As RFC 3339; null if the gateway has never read the cluster. */
  readonly asOf: string | null;
  /** Why the cluster is not available. Empty without a gateway. */
  readonly reason?: string;
  /** The objects whose amounts are unknown, because they or all objects of their tenant are too large. */
  readonly notCounted?: string;
}

/** A namespace in the cluster. */
export interface NamespaceState {
  readonly name: string;
  /** `Active` or `Terminating`. */
  readonly phase: string;
  /**
   * DaemonSets do not count. `asleep`: at least one workload hibernates, and no other needs replicas. `partly`: a
   * workload hibernates, and another needs replicas. `empty`: it has no workloads.
   */
  readonly state: 'awake' | 'asleep' | 'partly' | 'empty';
}

export interface LiveNamespaces extends LiveState {
  readonly items: readonly NamespaceState[];
}

/** An object that Argo CD applies. */
export interface SyncedObject {
  /** `Deployment.apps acme/web` */
  readonly key: string;
  /** `Synced` or `OutOfSync`. */
  readonly status: string;
  /** `Healthy`, `Degraded`; empty if Argo CD does not determine it. */
  readonly health: string;
}

/** What Argo CD reports about the objects that the person may see. */
export interface LiveSync extends LiveState {
  /** The commit that Argo CD compared last. */
  readonly revision?: string;
  readonly resources: readonly SyncedObject[];
}

export const notLive: LiveState = { available: false, asOf: null, reason: '' };

/**
 * The state of a namespace. `missing`: the cluster does not have the namespace. `unknown`: the gateway never read the
 * cluster.
 */
export type NamespaceNow = NamespaceState['state'] | 'terminating' | 'missing' | 'unknown';

/** Finds the state of a namespace by its name. */
export function stateFinder({ asOf, items }: LiveNamespaces): (name: string) => NamespaceNow {
  const known = new Map(items.map((one) => [one.name, one]));
  return (name) => {
    const found = known.get(name);
    if (found) return found.phase === 'Terminating' ? 'terminating' : found.state;
    return asOf === null ? 'unknown' : 'missing';
  };
}

/** The sync state and the health of several objects together. */
export interface SyncSummary {
  readonly objects: number;
  readonly outOfSync: readonly SyncedObject[];
  /** The worst health of the objects. */
  readonly health: string;
}

/** From the worst to the best, as Argo CD orders them. */
const healthOrder = ['Unknown', 'Degraded', 'Missing', 'Progressing', 'Suspended', 'Healthy'];

export function syncSummary(resources: readonly SyncedObject[]): SyncSummary {
  const states = new Set(resources.map(({ health }) => health));
  return {
    objects: resources.length,
    outOfSync: resources.filter(({ status }) => status !== 'Synced'),
    health: healthOrder.find((one) => states.has(one)) ?? 'Healthy',
  };
}

/** Finds the summary of a namespace and the objects in it. Undefined if Argo CD applies none of them. */
export function syncFinder({ resources }: LiveSync): (namespace: string) => SyncSummary | undefined {
  const byNamespace = new Map<string, SyncedObject[]>();
  for (const one of resources) {
    const namespace = namespaceOf(one.key);
    if (namespace === undefined) continue;
    byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), one]);
  }
  return (namespace) => {
    const own = byNamespace.get(namespace);
    return own && syncSummary(own);
  };
}

/** `Namespace acme` and `Deployment.apps acme/web` are in `acme`. Other cluster-scoped objects are in no namespace. */
function namespaceOf(key: string): string | undefined {
  const [kind, place = ''] = key.split(' ');
  const [namespace, name] = place.split('/');
  return kind === 'Namespace' || name !== undefined ? namespace : undefined;
}
