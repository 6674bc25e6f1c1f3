import type { Tree } from '../../../data/tree.ts';
import { type Integration, type Role, roles } from '../integration/integration.ts';
import { listedMembers, type TenantResource } from './members.ts';
import type { MtoNamespace } from './namespaces.ts';

/** A RoleBinding of the members of a role to one ClusterRole. */
export interface Binding {
  readonly name: string;
  readonly clusterRole: string;
  readonly subjects: readonly Tree[];
}

/** One binding for each role with members and each ClusterRole of the role in the namespace [sources: mto-1, mto-2]. */
export function bindingsIn(
  namespace: MtoNamespace,
  subjectsByRole: SubjectsByRole,
  integration: Integration,
): readonly Binding[] {
  return roles.flatMap((role) => {
    const subjects = subjectsIn(namespace, subjectsByRole, role);
    if (subjects.length === 0) return [];
    return integration
      .clusterRoles(role, namespace.labels)
      .map((clusterRole) => ({ name: `mto-${role}-${clusterRole}`, clusterRole, subjects }));
  });
}

/** The subjects of a role. In a private sandbox, only the sandbox's user, with the role that the user has in the tenant. */
function subjectsIn({ isPrivate, member }: MtoNamespace, subjects: SubjectsByRole, role: Role): readonly Tree[] {
  if (!isPrivate || !member) return subjects[role];
  return member.role === role ? [subject('User', member.user)] : [];
}

type SubjectsByRole = Readonly<Record<Role, readonly Tree[]>>;

/** The subjects of each Tenant, sorted once for all its namespaces. Pass it to World.derived. */
export function tenantSubjects(): (tenant: TenantResource) => SubjectsByRole {
  const known = new Map<TenantResource, SubjectsByRole>();
  return (tenant) => {
    const of = (role: Role) => subjectsOf(tenant, role);
    const subjects = known.get(tenant) ?? { owner: of('owner'), editor: of('editor'), viewer: of('viewer') };
    known.set(tenant, subjects);
    return subjects;
  };
}

export function subjectsOf(tenant: TenantResource, role: Role): readonly Tree[] {
  const { users, groups } = listedMembers(tenant, role);
  return [
    ...[...new Set(groups)].sort().map((name) => subject('Group', name)),
    ...[...new Set(users)].sort().map((name) => subject('User', name)),
  ];
}

function subject(kind: 'Group' | 'User', name: string): Tree {
  return { apiGroup: 'rbac.authorization.k8s.io', kind, name };
}
