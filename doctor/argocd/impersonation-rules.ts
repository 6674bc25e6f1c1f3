import { listAt, valueAt } from '../../data/tree.ts';
import { error, type Finding } from '../finding.ts';
import { appliesWorkloads } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import { type Configuration, near } from './configuration.ts';
import { projectOf } from './project-rules.ts';

const setting = 'application.sync.impersonation';

/**
 * Reports Applications that Argo CD applies with its own account, although they contain the workloads of a tenant or their
 * project names the account of a tenant [sources: argocd-28].
 */
export function impersonationRules({ applications, settings, projects }: Configuration): readonly Finding[] {
  if (settings.every(isImpersonationEnabled)) return [];
  const open = applications
    .filter((one) => appliesWorkloads(one) || hasAccount(projectOf(one, projects)))
    .map((one) => near(one, settings))
    .filter((own) => !own.some(isImpersonationEnabled));
  return [...new Set(open.flatMap(([first]) => first ?? []))].map((entry) =>
    error(entry, {
      path: `data["${setting}.enabled"]`,
      message: 'Argo CD applies the workloads of tenants with its own account, because impersonation is off',
      fix: `set ${setting}.enabled: "true"`,
    }),
  );
}

/** Reports Applications of workloads in a project without an account, if Argo CD then uses its own. */
export function accountRules({ applications, settings, projects }: Configuration): readonly Finding[] {
  return applications
    .filter((one) => appliesWorkloads(one) && near(one, settings).some(isImpersonationOptional))
    .flatMap((application) => {
      const project = projectOf(application, projects);
      if (!project || hasAccount(project)) return [];
      const message = `Argo CD applies the workloads of tenants with its own account, because ${project.name} names no account`;
      const fix = 'use the project that leasehold renders for the tenant, which ends in -deploy';
      return [error(application, { path: `${application.root}.project`, message, fix })];
    });
}

export function isImpersonationEnabled({ body }: ConfigObject): boolean {
  return String(valueAt(body, 'data', `${setting}.enabled`)) === 'true';
}

/** Whether Argo CD syncs with its own account if the project names none. */
export function isImpersonationOptional({ body }: ConfigObject): boolean {
  return String(valueAt(body, 'data', `${setting}.enforced`)) === 'false';
}

function hasAccount(project: ConfigObject | undefined): boolean {
  return listAt(project?.body, 'spec', 'destinationServiceAccounts').length > 0;
}
