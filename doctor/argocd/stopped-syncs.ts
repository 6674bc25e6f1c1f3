import { textsAt } from '../../data/tree.ts';
import { type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { namesOf } from './names-of.ts';
import { appliesSeveralTenants, failOnShared } from './sync-rules.ts';

const fix = 'use an Application for each tenant, or two for each delegated tenant';

/** Reports Applications for several tenants whose syncs one of the tenants can stop. `projects` are those of members. */
export function stoppedSyncs(
  projects: readonly ConfigObject[],
  { applications, platforms }: Configuration,
): readonly Finding[] {
  return applications.filter(appliesSeveralTenants).flatMap((application) => {
    const byApplication = stoppedByApplications(application, near(application, projects));
    return byApplication.length > 0 || platforms.length === 0 ? byApplication : stoppedByObjects(application);
  });
}

/**
 * An Application of members owns an object that it creates before an Application of leasehold does. The option then stops each sync,
 * whatever the sync would change.
 */
function stoppedByApplications(application: ApplicationObject, own: readonly ConfigObject[]): readonly Finding[] {
  const index = textsAt(application.spec, 'syncPolicy', 'syncOptions').indexOf(failOnShared);
  if (own.length === 0 || index < 0) return [];
  const path = `${application.root}.syncPolicy.syncOptions[${index}]`;
  const message = `members of ${namesOf(own)} can stop every sync of all tenants in ${application.name}, with an Application that creates an object before leasehold renders it`;
  return [warning(application, { path, message, fix })];
}

/**
 * With server-side apply, Argo CD cannot compare an object with a duplicate entry in a list, and then syncs nothing of its Application.
 * Tenants that do not trust each other have directoryPerTenant.
 */
function stoppedByObjects(application: ApplicationObject): readonly Finding[] {
  const message =
    'a member of one tenant can stop every sync of all its tenants, for example with a duplicate entry in a list of an object';
  return [warning(application, { path: application.sources[0]?.path ?? application.root, message, fix })];
}
