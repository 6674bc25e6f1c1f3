import { groupBy } from '../../data/group-by.ts';
import { listAt, textAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { covers } from './glob.ts';
import { isImpersonationEnabled, isImpersonationOptional } from './impersonation-rules.ts';
import { memberProjects } from './members.ts';
import { namesOf } from './names-of.ts';
import { diffOptions, serverSideDiff } from './server-side-diff.ts';
import { stoppedSyncs } from './stopped-syncs.ts';

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
