import type { Report } from '../../../core/problem/problem.ts';
import { compare } from '../../../data/order.ts';
import { type Integration, type Role, roles } from '../integration/integration.ts';
import { listedMembers, type TenantResource } from '../tenant/members.ts';
import { groupName, roleSuffixes } from '../tenant/role-groups.ts';

/** A role of an AppProject. */
export interface ProjectRole {
  readonly name: string;
  readonly groups: readonly string[];
  readonly policies: readonly string[];
}

/** Three roles, each with the platform's administrators, the role's own group and the groups that the Tenant lists. */
export function projectRoles(
  tenant: TenantResource,
  { adminGroups }: Integration,
  report: Report,
): readonly ProjectRole[] {
  return roles.map((role) => {
    const own = listedMembers(tenant, role).groups;
    const all = [...new Set([...adminGroups, groupName(tenant.name, role), ...own])];
    for (const group of all) checkGroup(group, report);
    const name = `${tenant.name}-${roleSuffixes[role]}`;
    return { name, groups: all.map(quoted), policies: policiesOf(tenant.name, name, role) };
  });
}

/**
 * What owners and editors can do with the resources of a project, beyond reading them. The operator writes `*` for the resource
 * `*`, which Argo CD's API server rejects [sources: mto-17, argocd-19].
 *
 * The list contains only actions that cannot exceed what the project allows. `override` is not among them: Argo CD would apply
 * manifests of the request, with the tracking annotation that they contain, so they could have the exemptions of the platform.
 * `update/*` and `delete/*` would change live objects with the account of Argo CD's server [sources: argocd-34, argocd-35].
 *
 * Clusters, ApplicationSets and repositories are not among the resources: whoever creates a cluster can run commands in Argo CD's
 * server, a generator of an ApplicationSet can send any Secret of Argo CD's namespace to any host, and a repository can get
 * credentials of the platform.
 */
const writes = ['action/*', 'delete', 'sync', 'update'].map((action) => ['applications', action] as const);
const executes = ['exec', 'create'] as const;
const reads = ['applications', 'applicationsets', 'clusters', 'logs', 'repositories'].map(
  (resource) => [resource, 'get'] as const,
);

function policiesOf(project: string, name: string, role: Role): readonly string[] {
  const policy = (resource: string, action: string, applications: string) =>
    `p, proj:${project}:${name}, ${resource}, ${action}, ${project}/${applications}, allow`;
  const allowed = role === 'viewer' ? reads : [...reads, ...writes, executes];
  const created = role === 'viewer' ? [] : createdNames(project);
  return [
    ...allowed.map(([resource, action]) => policy(resource, action, '*')),
    ...created.map((names) => policy('applications', 'create', names)),
  ].sort(compare);
}

/**
 * The names of Applications that a project can create: its own name, and names that start with it. With any other name, an
 * Application of a member could have the name of a future Application of the platform or of another tenant.
 */
function createdNames(project: string): readonly string[] {
  return [project, `${project}-*`];
}

/**
 * Rejects the names that Argo CD's API server rejects. kubectl accepts them, but they would break the policies of the project
 * [sources: argocd-18, argocd-20].
 */
function checkGroup(group: string, report: Report): void {
  const wrong = /["\n\r\t]/.test(group)
    ? 'contains a quote, a tab or a line break'
    : group.trim() !== group || group === ''
      ? 'starts or ends with a space'
      : undefined;
  if (wrong === undefined) return;
  const message = `the group ${JSON.stringify(group)} ${wrong}, so Argo CD rejects the project`;
  report('bad-format', ['spec', 'tenantName'], message, { fix: 'rename the group' });
}

/** Argo CD accepts a comma only in quotes. */
function quoted(group: string): string {
  return group.includes(',') ? `"${group}"` : group;
}
