import type { Fields, Wanted } from '../../cluster/selection.ts';
import { isMapping, mappingAt, type Tree, textAt, valueAt } from '../../data/tree.ts';

/** A collection of the cluster's API. */
export interface Resource {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The fields of the status that the gateway reads. The rest of the status is dropped. */
  readonly status: readonly string[];
  /** True if the size of the objects is not limited, because tenants cannot write them. */
  readonly isTrusted?: boolean;
}

function core(plural: string, kind: string, ...status: readonly string[]): Resource {
  return { path: `/api/v1/${plural}`, apiVersion: 'v1', kind, status };
}

function inGroup(apiVersion: string, plural: string, kind: string, ...status: readonly string[]): Resource {
  return { path: `/apis/${apiVersion}/${plural}`, apiVersion, kind, status };
}

/** The collections that the gateway can read. None of them contains values of Secrets or ConfigMaps. */
export const resources = {
  namespaces: core('namespaces', 'Namespace', 'phase'),
  nodes: core('nodes', 'Node', 'allocatable'),
  pods: core('pods', 'Pod', 'phase'),
  services: core('services', 'Service'),
  claims: core('persistentvolumeclaims', 'PersistentVolumeClaim', 'phase'),
  volumes: core('persistentvolumes', 'PersistentVolume', 'phase', 'lastPhaseTransitionTime'),
  quotas: core('resourcequotas', 'ResourceQuota', 'hard', 'used'),
  deployments: inGroup('apps/v1', 'deployments', 'Deployment', 'readyReplicas', 'conditions'),
  statefulSets: inGroup('apps/v1', 'statefulsets', 'StatefulSet', 'readyReplicas'),
  daemonSets: inGroup('apps/v1', 'daemonsets', 'DaemonSet', 'desiredNumberScheduled', 'numberReady'),
  replicaSets: inGroup('apps/v1', 'replicasets', 'ReplicaSet'),
  jobs: inGroup('batch/v1', 'jobs', 'Job'),
  cronJobs: inGroup('batch/v1', 'cronjobs', 'CronJob', 'active', 'lastScheduleTime', 'lastSuccessfulTime'),
  ingresses: inGroup('networking.k8s.io/v1', 'ingresses', 'Ingress'),
  networkPolicies: inGroup('networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy'),
  roleBindings: inGroup('rbac.authorization.k8s.io/v1', 'rolebindings', 'RoleBinding'),
} as const satisfies Readonly<Record<string, Resource>>;

export type ResourceName = keyof typeof resources;

/** The Applications in a namespace. */
export function applicationResource(namespace: string): Resource {
  const apiVersion = 'argoproj.io/v1alpha1';
  const path = `/apis/${apiVersion}/namespaces/${namespace}/applications`;
  const status = ['sync', 'health', 'resources', 'operationState'];
  return { path, apiVersion, kind: 'Application', status, isTrusted: true };
}

const dropped = ['managedFields', 'selfLink'];
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** The maximum estimated memory of an object, in bytes. Only a small part of a larger object is kept. */
export const maxSize = 128 * 1024;

/** The fields to read. The parser skips all others, so they use no memory. */
export function wantedOf({ status, isTrusted }: Resource): Wanted {
  const annotations: Fields = { '*': true, [lastApplied]: false };
  const metadata: Fields = { '*': true, managedFields: false, selfLink: false, annotations };
  const read = Object.fromEntries(status.map((name) => [name, true]));
  const selection = { '*': true, metadata, spec: { '*': true }, status: read, managedFields: false };
  return { selection, maxSize: isTrusted ? Number.POSITIVE_INFINITY : maxSize };
}

/** The fields by which pages identify and count an object that is too large. */
export function smallPart({ apiVersion, kind, metadata, spec, status }: Tree): Tree {
  const [name, namespace] = [textAt(metadata, 'name'), textAt(metadata, 'namespace')];
  const small = { apiVersion, kind, isPartial: true, metadata: { name, namespace } };
  const plain = (part: unknown) =>
    Object.fromEntries(Object.entries(mappingAt(part)).filter(([, one]) => isPlain(one)));
  return { ...small, spec: plain(spec), status: plain(status) };
}

/** Whether a value is a number or a text that can be a name, such as the node of a pod. */
function isPlain(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 253);
}

/** Whether the gateway keeps only a small part of an object. Rules cannot be evaluated for a partial object. */
export function isPartial(object: Tree): boolean {
  return object['isPartial'] === true;
}

/** The part of an object that the gateway keeps. Adds the type, which list items lack. */
export function keptPart(object: unknown, { apiVersion, kind, status }: Resource): Tree {
  const metadata = Object.entries(mappingAt(object, 'metadata')).filter(([name]) => !dropped.includes(name));
  const { [lastApplied]: _, ...annotations } = mappingAt(object, 'metadata', 'annotations');
  const read = status.flatMap((name) => {
    const value = valueAt(object, 'status', name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const rest = isMapping(object) ? object : {};
  // Drop isPartial, so that no field of an object can mark it as partial.
  const { managedFields: __, status: ___, isPartial: ____, ...others } = rest;
  return {
    ...others,
    ...{ apiVersion, kind },
    metadata: { ...Object.fromEntries(metadata), annotations },
    status: Object.fromEntries(read),
  };
}

/** The key of an object, unique in a collection. */
export function keyIn(object: Tree): string {
  return `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}`;
}
