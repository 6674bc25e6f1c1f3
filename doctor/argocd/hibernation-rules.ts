import { listAt, textAt, valueAt } from '../../data/tree.ts';
import { type Finding, warning } from '../finding.ts';
import type { ApplicationObject } from './application.ts';
import type { ConfigObject } from './config-object.ts';
import type { Configuration } from './configuration.ts';

/**
 * Sync windows in a rendered project show that hibernation is in use. They apply only to Applications of that project.
 * All other Applications, including those of leasehold, need these settings to keep workloads asleep
 * [sources: mto-23, argocd-25, argocd-26].
 */
export function hibernationRules({ projects, settings, applications }: Configuration): readonly Finding[] {
  if (!projects.some(hasRenderedWindows)) return [];
  return [...settings.flatMap(settingsRules), ...applications.flatMap(syncRules)];
}

function hasRenderedWindows({ body }: ConfigObject): boolean {
  const isRendered = textAt(body, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'leasehold';
  const windows = listAt(body, 'spec', 'syncWindows');
  return isRendered && windows.some((one) => textAt(one, 'kind') === 'deny' && listAt(one, 'namespaces').length > 0);
}

const prefix = 'resource.customizations.ignoreDifferences.';

function settingsRules(settings: ConfigObject): readonly Finding[] {
  const ignoresHibernation = (key: string) => textAt(settings.body, 'data', key).includes('leasehold-asleep');
  if (ignoresHibernation('resource.customizations') || ignoresHibernation(`${prefix}all`)) return [];
  const missing = ['apps_Deployment', 'apps_StatefulSet'].filter((kind) => !ignoresHibernation(prefix + kind));
  const message = 'self-heal wakes hibernating workloads of every Application whose project has no sync window';
  return missing.map((kind) =>
    warning(settings, {
      path: `data["${prefix}${kind}"]`,
      message,
      fix: 'add leasehold-asleep to managedFieldsManagers',
    }),
  );
}

function syncRules(application: ApplicationObject): readonly Finding[] {
  const policy = valueAt(application.spec, 'syncPolicy');
  if (listAt(policy, 'syncOptions').includes('RespectIgnoreDifferences=true')) return [];
  const message = 'a commit that changes a hibernating workload wakes it';
  const path = `${application.root}.syncPolicy.syncOptions`;
  return [warning(application, { path, message, fix: 'add RespectIgnoreDifferences=true' })];
}
