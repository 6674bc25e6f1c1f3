import { type Tree, textAt } from '../../data/tree.ts';
import { groupOf } from '../../kubernetes/api-version.ts';
import { clusterScoped } from '../../kubernetes/cluster-scoped.ts';
import { isList } from '../../kubernetes/list-object.ts';
import { groupKind } from '../../kubernetes/object-id.ts';
import type { ExportedObject } from '../resources/exported-object.ts';

/**
 * The kinds that an import writes from a TenantResource: those that the cluster role admin of Kubernetes creates without
 * conditions, and those that only restrict a namespace. Owners write TenantResources, and the service account with which
 * Capsule replicates can have fewer permissions than Argo CD [sources: capsule-9].
 */
const ownerKinds: ReadonlySet<string> = new Set([
  'ConfigMap',
  'CronJob.batch',
  'DaemonSet.apps',
  'Deployment.apps',
  'HorizontalPodAutoscaler.autoscaling',
  'Ingress.networking.k8s.io',
  'Job.batch',
  'LimitRange',
  'NetworkPolicy.networking.k8s.io',
  'PersistentVolumeClaim',
  'Pod',
  'PodDisruptionBudget.policy',
  'ReplicaSet.apps',
  'ReplicationController',
  'ResourceQuota',
  'Secret',
  'Service',
  'ServiceAccount',
  'StatefulSet.apps',
]);

/** Why an import does not write an item of a replication. Undefined if it does. */
export function omissionOf(item: Tree, source: ExportedObject): string | undefined {
  const kind = textAt(item, 'kind');
  if (isList(item)) return `kubectl and Argo CD read ${kind} as a list of objects, which Capsule cannot replicate`;
  const group = groupOf(textAt(item, 'apiVersion'));
  const name = groupKind(group, kind);
  if (group === 'capsule.clastix.io' || clusterScoped.has(name))
    return `Capsule replicates objects of kind ${kind}, which belong to the whole cluster or to Capsule`;
  if (source.kind === 'GlobalTenantResource' || ownerKinds.has(name)) return undefined;
  return `Capsule replicates ${kind} only if the service account of the TenantResource can create it; write ${kind} in a Template if owners may have it`;
}
