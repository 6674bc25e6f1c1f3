import { listAt, textAt, textsAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { heldRoles, platformProjects } from './members.ts';
import { namesOf } from './names-of.ts';
import { defaultPolicies, matchIn, type Policy } from './policies.ts';
import { projectOf } from './project-rules.ts';

/**
 * Rules for the projects whose Applications apply tenants. Whoever can create or change an Application in such a project can use
 * the account of the platform to apply any manifest [sources: argocd-47].
 */
export function platformProjectRules(configuration: Configuration): readonly Finding[] {
  const projects = platformProjects(configuration);
  return [
    ...projects.flatMap((project) => [
      ...namespaceRules(project, configuration),
      ...roleRules(project),
      ...kindRules(project),
    ]),
    ...configuration.permissions.flatMap((entry) => defaultRoleRules(entry, projects, configuration)),
  ];
}

/** Argo CD reads these namespaces only if `application.namespaces` also contains them. */
function namespaceRules(project: ConfigObject, configuration: Configuration): readonly Finding[] {
  const params = near(project, configuration.params);
  const known = [project, ...params, ...applicationsOf(project, configuration)].map(({ namespace }) => namespace);
  const isRead = params.some(({ body }) => textAt(body, 'data', 'application.namespaces') !== '');
  return textsAt(project.body, 'spec', 'sourceNamespaces').flatMap((namespace, index) => {
    if (known.includes(namespace)) return [];
    const message = `whoever can create Applications in the namespace ${namespace} can apply any manifest with the account of the platform`;
    const fix = 'remove it, and use another project for Applications in namespaces of tenants';
    return [(isRead ? error : warning)(project, { path: `spec.sourceNamespaces[${index}]`, message, fix })];
  });
}

function applicationsOf(project: ConfigObject, { applications, projects }: Configuration) {
  return applications.filter((one) => projectOf(one, projects) === project);
}

function roleRules(project: ConfigObject): readonly Finding[] {
  return heldRoles(project).flatMap(({ path, name, policies }) => {
    if (policies.every(({ action }) => action === 'get')) return [];
    const message = `the role ${name} lets its members do more than read Applications, which Argo CD applies with the account of the platform`;
    const fix =
      'allow only the action get, and give administrators of the platform their permissions in argocd-rbac-cm';
    return [warning(project, { path: `${path}.policies`, message, fix })];
  });
}

/** Reports a project without limits, such as `default` of Argo CD. */
function kindRules(project: ConfigObject): readonly Finding[] {
  const path = 'spec.clusterResourceWhitelist';
  const isAny = (entry: unknown) => textAt(entry, 'group') === '*' && textAt(entry, 'kind') === '*';
  if (!listAt(project.body, ...path.split('.')).some(isAny)) return [];
  const message = 'the project allows every cluster-scoped kind, also those that leasehold never renders';
  const fix = 'use the project in plugin/install/access/project.yaml, or copy its list';
  return [warning(project, { path, message, fix })];
}

function defaultRoleRules(
  entry: ConfigObject,
  projects: readonly ConfigObject[],
  configuration: Configuration,
): readonly Finding[] {
  const changes = defaultPolicies(entry).filter(({ action }) => action !== 'get');
  const open = projects
    .filter((project) => near(project, configuration.permissions).includes(entry))
    .filter((project) => changes.some(isAbout(project, entry, configuration)));
  if (open.length === 0) return [];
  const message = `every user of Argo CD can do more than read in ${namesOf(open)}, because policy.default is ${textAt(entry.body, 'data', 'policy.default')}`;
  return [error(entry, { path: 'data["policy.default"]', message, fix: 'remove policy.default' })];
}

/** The object of a policy is `project/application`, or the name of an object outside projects. */
function isAbout(project: ConfigObject, permissions: ConfigObject, configuration: Configuration) {
  const nameIn = ({ body }: ConfigObject) => textAt(body, 'metadata', 'name');
  const name = nameIn(project);
  const applications = applicationsOf(project, configuration).map((one) => `${name}/${nameIn(one)}`);
  const match = matchIn(permissions);
  return ({ object }: Policy) =>
    object.startsWith(`${name}/`) || [name, `${name}/`, ...applications].some((one) => match(object, one));
}
