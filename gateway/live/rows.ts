import { groupBy } from '../../data/group-by.ts';
import { listAt, mappingAt, type Tree, textAt, textEntriesAt, valueAt } from '../../data/tree.ts';
import { formatName, groupKind } from '../../kubernetes/object-id.ts';

/**
 * The tenant of a namespace, according to the documents; undefined if the reader is not allowed to see it, or the
 * request excludes it. For administrators, the tenant of any other namespace, and of objects without one, is empty.
 */
export type OwnerOf = (namespace: string) => string | undefined;

/** The annotation of a workload that hibernates. */
const replicasBefore = 'leasehold.dev/replicas-before-sleep';

export interface WorkloadRow {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly tenant: string;
  /** The number of replicas or, for a DaemonSet, of nodes that need a pod. */
  readonly wanted: number;
  readonly ready: number;
  readonly images: readonly string[];
  readonly isAsleep: boolean;
}

const workloadKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

export function workloadRows(objects: readonly Tree[], ownerOf: OwnerOf): readonly WorkloadRow[] {
  return owned(objects, ownerOf).flatMap(({ object, tenant }) => {
    const kind = textAt(object, 'kind');
    if (!workloadKinds.has(kind)) return [];
    const isDaemon = kind === 'DaemonSet';
    const number = (fallback: number, ...path: readonly string[]) => Number(valueAt(object, ...path) ?? fallback);
    const wanted = isDaemon ? number(0, 'status', 'desiredNumberScheduled') : number(1, 'spec', 'replicas');
    const ready = number(0, 'status', isDaemon ? 'numberReady' : 'readyReplicas');
    const images = listAt(object, 'spec', 'template', 'spec', 'containers').map((one) => textAt(one, 'image'));
    const hasSlept = mappingAt(object, 'metadata', 'annotations')[replicasBefore] !== undefined;
    return [{ kind, ...placeOf(object), tenant, wanted, ready, images, isAsleep: hasSlept && wanted === 0 }];
  });
}

export interface NamespaceState {
  readonly name: string;
  readonly tenant: string;
  /** `Active` or `Terminating`. */
  readonly phase: string;
  readonly createdAt: string;
  /**
   * DaemonSets do not count. `asleep`: at least one workload hibernates, and no other needs replicas. `partly`: a
   * workload hibernates, and another needs replicas. `empty`: it has no workloads.
   */
  readonly state: 'awake' | 'asleep' | 'partly' | 'empty';
}

/** `objects` are namespaces and workloads. */
export function namespaceStates(objects: readonly Tree[], ownerOf: OwnerOf): readonly NamespaceState[] {
  const workloads = groupBy(workloadRows(objects, ownerOf), ({ namespace }) => namespace);
  return objects.flatMap((object) => {
    const name = textAt(object, 'metadata', 'name');
    const tenant = textAt(object, 'kind') === 'Namespace' ? ownerOf(name) : undefined;
    if (tenant === undefined) return [];
    const own = (workloads.get(name) ?? []).filter(({ kind }) => kind !== 'DaemonSet');
    const phase = textAt(object, 'status', 'phase');
    const createdAt = textAt(object, 'metadata', 'creationTimestamp');
    return [{ name, tenant, phase, createdAt, state: stateOf(own) }];
  });
}

function stateOf(workloads: readonly WorkloadRow[]): NamespaceState['state'] {
  if (workloads.length === 0) return 'empty';
  const asleep = workloads.filter(({ isAsleep }) => isAsleep).length;
  if (asleep === 0) return 'awake';
  return workloads.every(({ isAsleep, wanted }) => isAsleep || wanted === 0) ? 'asleep' : 'partly';
}

export interface QuotaUse {
  readonly name: string;
  readonly namespace: string;
  readonly tenant: string;
  /** Amounts by resource, such as `requests.cpu`. */
  readonly hard: Readonly<Record<string, string>>;
  readonly used: Readonly<Record<string, string>>;
}

export function quotaUse(objects: readonly Tree[], ownerOf: OwnerOf): readonly QuotaUse[] {
  return owned(objects, ownerOf).map(({ object, tenant }) => {
    const amounts = (part: string) => Object.fromEntries(textEntriesAt(object, 'status', part));
    return { ...placeOf(object), tenant, hard: amounts('hard'), used: amounts('used') };
  });
}

export interface SyncView {
  readonly application: string;
  readonly status: string;
  readonly health: string;
  /** The commit that Argo CD compared last. */
  readonly revision: string;
  /**
   * Objects in namespaces that the reader may see, and these namespaces themselves. For administrators, also other
   * objects.
   */
  readonly resources: readonly SyncRow[];
}

interface SyncRow {
  /** `Deployment.apps acme/web` */
  readonly key: string;
  readonly tenant: string;
  readonly status: string;
  readonly health: string;
}

export function syncView(application: Tree, ownerOf: OwnerOf): SyncView {
  const resources = listAt(application, 'status', 'resources').flatMap((one): readonly SyncRow[] => {
    const [kind, namespace, name] = [textAt(one, 'kind'), textAt(one, 'namespace'), textAt(one, 'name')];
    const tenant = ownerOf(kind === 'Namespace' ? name : namespace);
    if (tenant === undefined) return [];
    const key = formatName({ kind: groupKind(textAt(one, 'group'), kind), namespace, name });
    return [{ key, tenant, status: textAt(one, 'status'), health: textAt(one, 'health', 'status') }];
  });
  const [first] = listAt(application, 'status', 'sync', 'revisions');
  return {
    application: textAt(application, 'metadata', 'name'),
    status: textAt(application, 'status', 'sync', 'status'),
    health: textAt(application, 'status', 'health', 'status'),
    revision: textAt(application, 'status', 'sync', 'revision') || String(first ?? ''),
    resources,
  };
}

function placeOf(object: Tree): { readonly name: string; readonly namespace: string } {
  return { name: textAt(object, 'metadata', 'name'), namespace: textAt(object, 'metadata', 'namespace') };
}

/** The objects in namespaces that the reader may see. */
function owned(objects: readonly Tree[], ownerOf: OwnerOf) {
  return objects.flatMap((object) => {
    const tenant = ownerOf(textAt(object, 'metadata', 'namespace'));
    return tenant === undefined ? [] : [{ object, tenant }];
  });
}
