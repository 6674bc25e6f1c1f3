import { listAt, mappingAt, textAt, textsAt } from '../../data/tree.ts';
import { appliesWorkloads } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { namesOf } from './names-of.ts';
import { defaultPolicies, matchIn, type Policy, policiesIn } from './policies.ts';
import { projectOf } from './project-rules.ts';
import { usesLeasehold } from './served.ts';

/** A role of a project that someone has, with what it allows. */
export interface HeldRole {
  /** `spec.roles[0]` */
  readonly path: string;
  readonly name: string;
  readonly policies: readonly Policy[];
}

/** The roles with groups or tokens. Nobody has another role, unless argocd-rbac-cm assigns it. */
export function heldRoles({ body }: ConfigObject): readonly HeldRole[] {
  const tokens = mappingAt(body, 'status', 'jwtTokensByRole');
  return listAt(body, 'spec', 'roles').flatMap((role, index) => {
    const name = textAt(role, 'name');
    const holders = [listAt(role, 'groups'), listAt(role, 'jwtTokens'), listAt(tokens, name, 'items')].flat();
    const policies = policiesIn(textsAt(role, 'policies'));
    return holders.length === 0 ? [] : [{ path: `spec.roles[${index}]`, name, policies }];
  });
}

interface Access {
  readonly resources: readonly string[];
  readonly actions: readonly string[];
}

/**
 * What lets a member choose what Argo CD applies, if members write the repository. An ApplicationSet creates Applications
 * [sources: argocd-52].
 */
const writes: Access = {
  resources: ['applications', 'applicationsets'],
  actions: ['create', 'override', 'sync', 'update'],
};
const reads: Access = { resources: ['applications'], actions: ['get'] };

/**
 * Who can read Applications by default or by a role of a project, as the subject of a message. Undefined if nobody can, or if no
 * Argo CD instance uses leasehold.
 */
export function readers(configuration: Configuration): string | undefined {
  if (!usesLeasehold(configuration)) return undefined;
  if (configuration.permissions.some((entry) => permits(defaultPolicies(entry), entry, reads))) return 'every user';
  const projects = configuration.projects.filter((project) => allows(project, configuration, reads));
  return projects.length === 0 ? undefined : `members of ${namesOf(projects)}`;
}

function allows(project: ConfigObject, { permissions }: Configuration, access: Access): boolean {
  return heldRoles(project).some(({ policies }) => permits(policies, near(project, permissions)[0], access));
}

function permits(
  policies: readonly Policy[],
  permissions: ConfigObject | undefined,
  { resources, actions }: Access,
): boolean {
  const match = matchIn(permissions);
  return policies.some(
    (one) =>
      resources.some((resource) => match(one.resource, resource)) &&
      actions.some((action) => match(one.action, action)),
  );
}

/**
 * The projects whose members can create, override, sync or update Applications or ApplicationSets, within limits. With a project
 * without limits, members administer the cluster.
 */
export function memberProjects(configuration: Configuration): readonly ConfigObject[] {
  return limitedProjects(configuration, writes);
}

/** The projects with limits whose members can get Applications. */
export function readerProjects(configuration: Configuration): readonly ConfigObject[] {
  return limitedProjects(configuration, reads);
}

function limitedProjects(configuration: Configuration, access: Access): readonly ConfigObject[] {
  if (!usesLeasehold(configuration)) return [];
  const platforms = platformProjects(configuration);
  return configuration.projects.filter(
    (project) => hasLimits(project, platforms.includes(project)) && allows(project, configuration, access),
  );
}

/** The projects whose Applications apply tenants with the account of the platform. */
export function platformProjects({ applications, projects }: Configuration): readonly ConfigObject[] {
  const own = applications.filter((one) => !appliesWorkloads(one)).map((one) => projectOf(one, projects));
  return [...new Set(own.flatMap((project) => project ?? []))];
}

/**
 * Whether a project limits its members. Other rules check a project of the platform for all namespaces. A project for some
 * namespaces always has limits, even if it seems to be of the platform: members can name Applications like those of leasehold.
 */
function hasLimits({ body }: ConfigObject, isPlatforms: boolean): boolean {
  const isAny = (entry: unknown, ...fields: readonly string[]) => fields.every((field) => textAt(entry, field) === '*');
  const allKinds = listAt(body, 'spec', 'clusterResourceWhitelist').some((one) => isAny(one, 'group', 'kind'));
  const fields = isPlatforms ? ['namespace'] : ['server', 'namespace'];
  const allNamespaces = listAt(body, 'spec', 'destinations').some((one) => isAny(one, ...fields));
  return !(allNamespaces && (allKinds || isPlatforms));
}
