import { own } from '../../data/own.ts';
import { isSame, mappingAt, type Tree, valueAt } from '../../data/tree.ts';
import type { ObjectPair, RiskFinding } from './change.ts';

/** Fields that cannot change after the object is created, by kind. Sources: the validation of each API group. */
const immutable: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ClusterRoleBinding: [['roleRef']],
  CustomResourceDefinition: [
    ['spec', 'group'],
    ['spec', 'names', 'plural'],
    ['spec', 'names', 'kind'],
    ['spec', 'scope'],
  ],
  DaemonSet: [['spec', 'selector']],
  Deployment: [['spec', 'selector']],
  Job: [
    ['spec', 'completions'],
    ['spec', 'selector'],
    ['spec', 'template'],
  ],
  PriorityClass: [['preemptionPolicy'], ['value']],
  ReplicaSet: [['spec', 'selector']],
  ResourceQuota: [['spec', 'scopes']],
  RoleBinding: [['roleRef']],
  Secret: [['type']],
  Service: [['spec', 'clusterIP']],
  StorageClass: [['parameters'], ['provisioner'], ['reclaimPolicy'], ['volumeBindingMode']],
};

/** The only fields of a StatefulSet spec that can change. */
const mutableStatefulSetFields: ReadonlySet<string> = new Set([
  'minReadySeconds',
  'ordinals',
  'persistentVolumeClaimRetentionPolicy',
  'replicas',
  'revisionHistoryLimit',
  'template',
  'updateStrategy',
]);

/** Finds changes that require the object to be deleted and created again. */
export function replaced({ id, old, now }: ObjectPair): readonly RiskFinding[] {
  if (!old || !now || valueAt(old, 'metadata', 'name') !== id.name) return [];
  const fields = id.kind === 'StatefulSet' ? statefulSetFields(old, now) : changedFields(id.kind, old, now);
  return fields.map((field) => ({ risk: 'replaced', why: `${field} cannot be changed in place` }));
}

function changedFields(kind: string, old: Tree, now: Tree): readonly string[] {
  const fixed = [
    ...(own(immutable, kind) ?? []),
    ...(old['immutable'] === true ? [['data'], ['stringData'], ['immutable']] : []),
  ];
  return fixed.filter((path) => !isSame(valueAt(old, ...path), valueAt(now, ...path))).map((path) => path.join('.'));
}

function statefulSetFields(old: Tree, now: Tree): readonly string[] {
  const [before, after] = [mappingAt(old, 'spec'), mappingAt(now, 'spec')];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields]
    .filter((field) => !mutableStatefulSetFields.has(field) && !isSame(valueAt(before, field), valueAt(after, field)))
    .map((field) => `spec.${field}`);
}
