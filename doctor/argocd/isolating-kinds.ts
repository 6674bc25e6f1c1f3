import { listed } from '../../data/listed.ts';
import { shortList } from '../../data/short-list.ts';

/** A group and kind of objects that isolate tenants. The kind `*` means every kind of the group. */
export type IsolatingKind = readonly [group: string, kind: string];

/** The kinds that isolate namespaces of all tenants. Argo CD must apply and correct each of them. */
export const requiredKinds: readonly IsolatingKind[] = [
  ['', 'Namespace'],
  ['', 'ResourceQuota'],
  ['', 'LimitRange'],
  ['networking.k8s.io', 'NetworkPolicy'],
  ['rbac.authorization.k8s.io', 'RoleBinding'],
];

/** The kinds that isolate tenants only if leasehold renders them. */
export const optionalKinds: readonly IsolatingKind[] = [
  ['admissionregistration.k8s.io', 'MutatingAdmissionPolicy'],
  ['admissionregistration.k8s.io', 'MutatingAdmissionPolicyBinding'],
  ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicy'],
  ['admissionregistration.k8s.io', 'ValidatingAdmissionPolicyBinding'],
  ['argoproj.io', 'AppProject'],
  ['constraints.gatekeeper.sh', '*'],
  ['networking.istio.io', 'Gateway'],
  ['quota.openshift.io', 'ClusterResourceQuota'],
  ['rbac.authorization.k8s.io', 'ClusterRole'],
  ['rbac.authorization.k8s.io', 'ClusterRoleBinding'],
  ['rbac.authorization.k8s.io', 'Role'],
  ['redhatcop.redhat.io', '*'],
  ['security.istio.io', 'AuthorizationPolicy'],
  ['security.istio.io', 'PeerAuthentication'],
  ['templates.gatekeeper.sh', 'ConstraintTemplate'],
  ['user.openshift.io', 'Group'],
];

export const isolatingKinds = [...requiredKinds, ...optionalKinds];

/** The names of the required kinds or, if there are none, of the optional ones. */
export function mainKinds(kinds: readonly IsolatingKind[]) {
  const required = kinds.filter((one) => requiredKinds.includes(one));
  const isRequired = required.length > 0;
  const names = (isRequired ? required : kinds).map(([group, kind]) => (kind === '*' ? group : kind));
  return { isRequired, names: names.length > 5 ? shortList(names, 3) : listed(names) };
}
