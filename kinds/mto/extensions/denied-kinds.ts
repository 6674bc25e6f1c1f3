import type { Settings } from '../../../core/settings/settings.ts';
import type { GroupKind } from '../integration/kind-lists.ts';

const rbac = 'rbac.authorization.k8s.io';

/**
 * Kinds with which the Applications of a tenant could remove its limits, because Argo CD applies them with its own account: a
 * RoleBinding to `cluster-admin` also allows changes to the Namespace, such as to its Pod Security level.
 */
const limitingKinds: readonly GroupKind[] = [
  { group: '', kind: 'LimitRange' },
  { group: '', kind: 'ResourceQuota' },
  { group: rbac, kind: 'Role' },
  { group: rbac, kind: 'RoleBinding' },
];

/** The admission rules that limit what these objects can change. */
const limitingRules = ['managed-objects', 'namespaces', 'role-bindings'];

/** The kinds that a list denies and, unless admission rules limit them for all tenants, the kinds that could remove limits. */
export function deniedKinds(listed: readonly GroupKind[], { enforcement }: Settings): readonly GroupKind[] {
  const isLimited = limitingRules.every((rule) => {
    const modes = enforcement?.modesOf(rule);
    return modes && [modes.standard, ...modes.others].every((mode) => mode === 'deny');
  });
  if (isLimited) return listed;
  const isListed = (one: GroupKind) => listed.some(({ group, kind }) => group === one.group && kind === one.kind);
  return [...listed, ...limitingKinds.filter((one) => !isListed(one))];
}
