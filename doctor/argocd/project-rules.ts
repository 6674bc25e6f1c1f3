import { groupBy } from '../../data/group-by.ts';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, type Unexamined } from '../finding.ts';
import { type ApplicationObject, pluginSources, renderedSources, repositoryOf } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { matches } from './glob.ts';
import { kindRules } from './project-kinds.ts';
import { cascade } from './sync-rules.ts';

export function projectRules({ projects, applications, foreign }: Configuration): readonly Finding[] {
  return [
    ...projects.flatMap((project) => deadlocks(project, [...applications, ...foreign])),
    ...applications.flatMap((application) => membership(application, projects)),
    ...[...groupBy(applications, (application) => projectOf(application, projects))].flatMap(([project, members]) =>
      project ? kindRules(project, members) : [],
    ),
  ];
}

/**
 * The project of an Application in the same Argo CD instance. Undefined for a templated name, and if the input lacks
 * it.
 */
export function projectOf(application: ApplicationObject, projects: readonly ConfigObject[]): ConfigObject | undefined {
  const name = textAt(application.spec, 'project') || 'default';
  return near(application, projects).find(({ body }) => textAt(body, 'metadata', 'name') === name);
}

/** The projects that Applications refer to, if the input contains no project. */
export function unknownProjects({ projects, applications }: Configuration): readonly Unexamined[] {
  if (projects.length > 0) return [];
  const names = new Set(applications.map(({ spec }) => textAt(spec, 'project') || 'default'));
  return [...names].map((name) => ({ what: `AppProject ${name}`, why: 'not in the input' }));
}

function membership(application: ApplicationObject, projects: readonly ConfigObject[]): readonly Finding[] {
  const name = textAt(application.spec, 'project') || 'default';
  const project = projectOf(application, projects);
  if (projects.length === 0 || name.includes('{{')) return [];
  if (project) return [...deniedRepositories(application, project), ...deniedDestination(application, project)];
  if (name === 'default') return [];
  const message = `the project ${name} is not in the input, and Argo CD applies nothing without it`;
  return [
    error(application, {
      path: `${application.root}.project`,
      message,
      fix: `create the project ${name} from plugin/install/access/project.yaml, or add it to the input`,
    }),
  ];
}

/** Matches a list of patterns in which `!` denies. In repositories, an asterisk does not match a slash. */
export function isAllowed(patterns: readonly string[], value: string): boolean {
  const denied = patterns.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
  const allowed = patterns.filter((one) => !one.startsWith('!'));
  return allowed.some((one) => matches(one, value, '/')) && !denied.some((one) => matches(one, value, '/'));
}

function deniedRepositories(application: ApplicationObject, project: ConfigObject): readonly Finding[] {
  const allowed = textsAt(project.body, 'spec', 'sourceRepos').map(repositoryOf);
  const own = [...pluginSources(application), ...renderedSources(application)];
  return own.flatMap(({ path, source }) => {
    const url = textAt(source, 'repoURL');
    if (url === '' || url.includes('{{') || isAllowed(allowed, repositoryOf(url))) return [];
    const message = `${project.name} does not allow the repository ${url}`;
    return [
      error(application, { path: `${path}.repoURL`, message, fix: 'allow it in spec.sourceRepos of the project' }),
    ];
  });
}

function deniedDestination(application: ApplicationObject, project: ConfigObject): readonly Finding[] {
  const destination = valueAt(application.spec, 'destination');
  const [server, name] = [textAt(destination, 'server'), textAt(destination, 'name')];
  if (`${server}${name}`.includes('{{') || server + name === '') return [];
  const allowed = listAt(project.body, 'spec', 'destinations').filter((one) => !textAt(one, 'server').startsWith('!'));
  const isKnown = (one: unknown) =>
    (server !== '' && matches(textAt(one, 'server') || '-', server)) ||
    (name !== '' && matches(textAt(one, 'name') || '-', name)) ||
    // A project can identify the cluster by name and the Application by server, or the reverse. Only the Secret of the
    // cluster relates them.
    (textAt(one, 'server') === '' ? server !== '' : server === '' && textAt(one, 'name') === '');
  if (allowed.some(isKnown)) return [];
  const message = `${project.name} does not allow the cluster ${server || name}`;
  return [
    error(application, {
      path: `${application.root}.destination`,
      message,
      fix: 'add it to spec.destinations of the project',
    }),
  ];
}

function hasFinalizer(metadata: unknown): boolean {
  return listAt(metadata, 'finalizers').some((one) => cascade.test(String(one)));
}

/** The Application that created an object. Undefined if unknown. */
function ownerOf(metadata: unknown): string | undefined {
  return textAt(metadata, 'annotations', 'argocd.argoproj.io/tracking-id').split(':')[0] || undefined;
}

/** A project and its Applications block each other's deletion if the same owner deletes both [sources: argocd-13]. */
function deadlocks(project: ConfigObject, applications: readonly ApplicationObject[]): readonly Finding[] {
  const metadata = valueAt(project.body, 'metadata');
  const name = textAt(metadata, 'name');
  const inside = applications.filter(
    ({ spec, metadata: own }) => textAt(spec, 'project') === name && hasFinalizer(own),
  );
  const owner = ownerOf(metadata);
  const together = inside.filter(
    (one) =>
      textAt(one.metadata, 'name') === owner ||
      (hasFinalizer(metadata) && owner !== undefined && ownerOf(one.metadata) === owner),
  );
  return together.map((application) =>
    error(project, {
      path: 'metadata.finalizers',
      message: `the deletion of the project waits for the deletion of ${application.name}, which waits for the project`,
      fix: 'make an Application of another project the owner of this project, or remove the finalizers',
    }),
  );
}
