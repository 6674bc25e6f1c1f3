import { resourceKinds } from '../../../admission/resource-kinds.ts';
import type { Target } from '../../../admission/rule.ts';
import { cniPolicies } from '../../../admission/rules/cni-policies.ts';
import { managedObjects } from '../../../admission/rules/managed-objects.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { groupKind } from '../../../kubernetes/object-id.ts';
import type { Integration } from '../integration/integration.ts';
import type { GroupKind } from '../integration/kind-lists.ts';

const rbac = 'rbac.authorization.k8s.io';

/**
 * Kinds with which the Applications of a tenant could remove its limits, because Argo CD applies the objects with its own
 * account. Kubernetes lets members create only Roles with permissions that they have. Argo CD can create any Role. Members cannot
 * write Endpoints and EndpointSlices, which reach pods of other tenants. Admission rules cannot prevent this: they do not know
 * what members can do.
 */
const limitingKinds: readonly GroupKind[] = [
  { group: '', kind: 'Endpoints' },
  { group: '', kind: 'LimitRange' },
  { group: '', kind: 'ResourceQuota' },
  { group: 'discovery.k8s.io', kind: 'EndpointSlice' },
  { group: rbac, kind: 'Role' },
  { group: rbac, kind: 'RoleBinding' },
];

/** OpenShift stores objects of these kinds as the Roles and RoleBindings of Kubernetes. */
const openShiftKinds: readonly GroupKind[] = [
  { group: 'authorization.openshift.io', kind: 'Role' },
  { group: 'authorization.openshift.io', kind: 'RoleBinding' },
];

/**
 * The kind of the object that isolates a namespace. An Application can delete an object of another Application and create it
 * again, and a request for the deletion does not show which Application causes it.
 */
const isolatingKinds: readonly GroupKind[] = [{ group: 'networking.k8s.io', kind: 'NetworkPolicy' }];

/**
 * Kinds whose objects admission rules protect or restrict. A Template of the platform can render such objects. The API server of
 * Calico has another group than its definitions.
 */
const guardedKinds: readonly GroupKind[] = [
  ...[managedObjects, cniPolicies].flatMap(({ targets }) => targets.flatMap(kindsOf)),
  { group: 'projectcalico.org', kind: 'NetworkPolicy' },
];

/** A subresource has no kind of its own. */
function kindsOf({ group, resources }: Target): readonly GroupKind[] {
  return resources.flatMap((resource) => {
    const kind = resourceKinds[resource];
    return kind === undefined ? [] : [{ group, kind }];
  });
}

/** The kinds that a list denies, and the kinds that could remove limits. */
export function deniedKinds(
  listed: readonly GroupKind[],
  { flavor, enforcement, directoryPerTenant }: Settings,
  { isolated }: Integration,
): readonly GroupKind[] {
  const isGuarded = enforcement !== undefined || directoryPerTenant;
  const always = [
    ...limitingKinds,
    ...(flavor === 'openshift' ? openShiftKinds : []),
    ...(isolated ? isolatingKinds : []),
    ...(isGuarded ? guardedKinds : []),
  ];
  const byKey = new Map(always.map((one) => [keyOf(one), one]));
  for (const one of listed) byKey.delete(keyOf(one));
  return [...listed, ...byKey.values()];
}

function keyOf({ group, kind }: GroupKind): string {
  return groupKind(group, kind);
}
