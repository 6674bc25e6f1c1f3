import type { Report } from '../../../core/problem/problem.ts';
import type { Path } from '../../../data/tree.ts';

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** The lists of kinds in Extensions and in the IntegrationConfig. */
export interface KindLists {
  readonly clusterResourceWhitelist?: readonly GroupKind[];
  readonly namespaceResourceBlacklist?: readonly GroupKind[];
}

/** Warns about mistakes in upstream samples: a wrong list, or a version instead of a group [sources: mto-18]. */
export function warnAboutKinds(lists: KindLists, path: Path, report: Report): void {
  for (const list of ['clusterResourceWhitelist', 'namespaceResourceBlacklist'] as const) {
    for (const [index, one] of (lists[list] ?? []).entries()) {
      if (hasWrongScope(one, list)) warnAboutScope(one, list, { path: [...path, list, index], report });
      else warnAboutVersion(one, [...path, list, index], report);
    }
  }
}

function warnAboutVersion({ group, kind }: GroupKind, path: Path, report: Report): void {
  const version = /^(?:.*\/)?v[0-9]+(?:(?:alpha|beta)[0-9]+)?$/.test(group);
  if (!version) return;
  const name = group.slice(0, Math.max(0, group.lastIndexOf('/')));
  const fix = name === '' ? `use "" for the core group, or the group of ${kind}` : `use ${name}`;
  const message = `"${group}" is an API version, not a group, so it never matches ${kind}`;
  report('risky-value', [...path, 'group'], message, { fix });
}

const clusterKinds: ReadonlySet<string> = new Set([
  'APIService',
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'IngressClass',
  'MutatingWebhookConfiguration',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
]);
const namespacedKinds: ReadonlySet<string> = new Set([
  'ConfigMap',
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Ingress',
  'Job',
  'LimitRange',
  'NetworkPolicy',
  'PersistentVolumeClaim',
  'Pod',
  'ReplicaSet',
  'ResourceQuota',
  'Role',
  'RoleBinding',
  'Secret',
  'Service',
  'ServiceAccount',
  'StatefulSet',
]);

interface ReportTarget {
  readonly path: Path;
  readonly report: Report;
}

/** Kinds of other groups can have the same names, such as the cluster-scoped Ingress of config.openshift.io. */
function isOfKubernetes(group: string): boolean {
  return group !== '*' && (!group.includes('.') || /\.k8s\.io(?:\/|$)/.test(group));
}

function hasWrongScope({ group, kind }: GroupKind, list: keyof KindLists): boolean {
  const kinds = list === 'clusterResourceWhitelist' ? namespacedKinds : clusterKinds;
  return isOfKubernetes(group) && kinds.has(kind);
}

function warnAboutScope({ kind }: GroupKind, list: keyof KindLists, { path, report }: ReportTarget): void {
  const scope = list === 'clusterResourceWhitelist' ? 'is namespaced' : 'is cluster-scoped';
  report('risky-value', [...path, 'kind'], `${kind} ${scope}, so ${list} has no effect on it`, {
    fix: 'remove the entry',
  });
}
