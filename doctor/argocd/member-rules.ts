import { groupBy } from '../../data/group-by.ts';
import { listAt, textAt, textsAt, valueAt } from '../../data/tree.ts';
import { isGoTrue } from '../../kubernetes/go-boolean.ts';
import { error, type Finding, warning } from '../finding.ts';
import { metadataPath } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { covers } from './glob.ts';
import { isImpersonationEnabled, isImpersonationOptional } from './impersonation-rules.ts';
import { memberProjects } from './members.ts';
import { namesOf } from './names-of.ts';
import { projectOf } from './project-rules.ts';
import { appliesSeveralTenants, failOnShared } from './sync-rules.ts';

/**
 * Rules for projects whose members write Applications. Argo CD applies objects inside an object, in the list `items`, without the
 * checks of the project. Only an account of the project limits them [sources: argocd-45].
 */
export function memberRules(configuration: Configuration): readonly Finding[] {
  const projects = memberProjects(configuration);
  return [
    ...impersonation(projects, configuration),
    ...projects.flatMap((project) => accounts(project, near(project, configuration.settings))),
    ...serverSideDiff(projects, configuration),
    ...diffOptions(projects, configuration),
    ...stoppedSyncs(projects, configuration),
  ];
}

type Projects = readonly ConfigObject[];

function impersonation(projects: Projects, { settings }: Configuration): readonly Finding[] {
  const open = projects.filter((project) => !near(project, settings).some(isImpersonationEnabled));
  return perInstance(open, settings).map(([entry, own]) =>
    error(entry, {
      path: 'data["application.sync.impersonation.enabled"]',
      message: `Argo CD applies Applications of members of ${namesOf(own)} with its own account, so they can change every object of the cluster`,
      fix: 'set application.sync.impersonation.enabled: "true", and an account in destinationServiceAccounts of each project',
    }),
  );
}

/** The ConfigMaps of these projects, with the projects. */
function perInstance(projects: Projects, all: Projects): readonly (readonly [ConfigObject, Projects])[] {
  const groups = groupBy(projects, (project) => near(project, all)[0]);
  return [...groups].flatMap(([entry, own]) => (entry ? [[entry, own] as const] : []));
}

/** Reports the destinations without an account, for which Argo CD uses its own account or fails [sources: argocd-28]. */
function accounts(project: ConfigObject, settings: Projects): readonly Finding[] {
  const missing = listAt(project.body, 'spec', 'destinations').filter((one) => isUncovered(one, project));
  const isOptional = settings.some(isImpersonationOptional);
  if (missing.length === 0 || !(isOptional || settings.some(isImpersonationEnabled))) return [];
  const places = [...new Set(missing.map((one) => textAt(one, 'namespace')))];
  const where = `${places[0]}${places.length === 1 ? '' : ` and ${places.length - 1} more`}`;
  const message = isOptional
    ? `Argo CD applies Applications of members to ${where} with its own account, so they can change every object of the cluster`
    : `Argo CD syncs no Application of members to ${where}, because the project names no account`;
  const fix = 'add an account to destinationServiceAccounts that has only the permissions of the members';
  return [(isOptional ? error : warning)(project, { path: 'spec.destinationServiceAccounts', message, fix })];
}

/** Only the Secret of a cluster relates its name to its server. */
function isUncovered(destination: unknown, { body }: ConfigObject): boolean {
  const [server, namespace] = [textAt(destination, 'server'), textAt(destination, 'namespace')];
  if (`${server} ${namespace}`.split(' ').some((one) => one.startsWith('!'))) return false;
  return !listAt(body, 'spec', 'destinationServiceAccounts').some(
    (one) => (server === '' || covers(textAt(one, 'server'), server)) && covers(textAt(one, 'namespace'), namespace),
  );
}

const diffKey = 'controller.diff.server.side';

/** For such a comparison, the application controller applies objects in a dry run with its own account [sources: argocd-46]. */
function serverSideDiff(projects: Projects, { params }: Configuration): readonly Finding[] {
  return perInstance(projects, params)
    .filter(([{ body }]) => isGoTrue(String(valueAt(body, 'data', diffKey))))
    .map(([entry, own]) =>
      error(entry, {
        path: `data["${diffKey}"]`,
        message: `${leak} members of ${namesOf(own)} ${leaks}`,
        fix: `remove ${diffKey}`,
      }),
    );
}

const leak = 'Argo CD compares Applications by dry runs with its own account, so';
const leaks = 'can read every object of the cluster, including Secrets';
const option = 'ServerSideDiff=true';

function diffOptions(projects: Projects, configuration: Configuration): readonly Finding[] {
  const key = 'argocd.argoproj.io/compare-options';
  return [...configuration.applications, ...configuration.foreign].flatMap((application) => {
    const project = projectOf(application, configuration.projects);
    const options = textAt(application.metadata, 'annotations', key).split(',');
    if (!project || !projects.includes(project) || !options.some((one) => one.trim() === option)) return [];
    const path = metadataPath(application, `annotations["${key}"]`);
    return [
      error(application, { path, message: `${leak} members of ${project.name} ${leaks}`, fix: `remove ${option}` }),
    ];
  });
}

/**
 * An Application of members owns an object that it creates before an Application of leasehold does. The option then stops each sync,
 * whatever the sync would change.
 */
function stoppedSyncs(projects: Projects, { applications }: Configuration): readonly Finding[] {
  return applications.filter(appliesSeveralTenants).flatMap((application) => {
    const own = near(application, projects);
    const index = textsAt(application.spec, 'syncPolicy', 'syncOptions').indexOf(failOnShared);
    if (own.length === 0 || index < 0) return [];
    const path = `${application.root}.syncPolicy.syncOptions[${index}]`;
    const message = `members of ${namesOf(own)} can stop every sync of all tenants in ${application.name}, with an Application that creates an object before leasehold renders it`;
    const fix = 'use an Application for each tenant, or two for each delegated tenant';
    return [warning(application, { path, message, fix })];
  });
}
