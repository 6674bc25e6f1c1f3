import type { Settings } from '../../../core/settings/settings.ts';
import type { GroupKind } from '../integration/kind-lists.ts';

const rbac = 'rbac.authorization.k8s.io';

/**
 * Kinds with which the Applications of a tenant could remove its limits, because Argo CD applies the objects with its own
 * account. Kubernetes lets members create only Roles with permissions that they have. Argo CD can create any Role, also one for
 * EndpointSlices, which reach pods of other tenants. Admission rules cannot prevent this: they do not know what members can do.
 */
const limitingKinds: readonly GroupKind[] = [
  { group: '', kind: 'LimitRange' },
  { group: '', kind: 'ResourceQuota' },
  { group: rbac, kind: 'Role' },
  { group: rbac, kind: 'RoleBinding' },
];

/** OpenShift stores objects of these kinds as the Roles and RoleBindings of Kubernetes. */
const openShiftKinds: readonly GroupKind[] = [
  { group: 'authorization.openshift.io', kind: 'Role' },
  { group: 'authorization.openshift.io', kind: 'RoleBinding' },
];

/** The kinds that a list denies, and the kinds that could remove limits. */
export function deniedKinds(listed: readonly GroupKind[], { flavor }: Settings): readonly GroupKind[] {
  const always = flavor === 'openshift' ? [...limitingKinds, ...openShiftKinds] : limitingKinds;
  const isListed = (one: GroupKind) => listed.some(({ group, kind }) => group === one.group && kind === one.kind);
  return [...listed, ...always.filter((one) => !isListed(one))];
}
