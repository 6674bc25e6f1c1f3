import { listAt, textAt, valueAt } from '../data/tree.ts';
import { type Configuration, type Entry, type Source, usesPlugin } from './configuration.ts';
import { type Finding, warning } from './finding.ts';

/**
 * Sync windows in a rendered project show that namespaces sleep. They stop only the Applications of that project. Any
 * other Application, such as the one that applies the project, wakes workloads unless it ignores the fields that
 * hibernation changes [sources: mto-23, argocd-25, argocd-26].
 */
export function hibernationRules({ projects, settings, applications }: Configuration): readonly Finding[] {
  if (!projects.some(hasRenderedWindows)) return [];
  return [...(settings ? settingsRules(settings) : []), ...applications.filter(usesPlugin).flatMap(syncRules)];
}

function hasRenderedWindows({ body }: Entry): boolean {
  const isRendered = textAt(body, 'metadata', 'labels', 'app.kubernetes.io/managed-by') === 'leasehold';
  const windows = listAt(body, 'spec', 'syncWindows');
  return isRendered && windows.some((one) => textAt(one, 'kind') === 'deny' && listAt(one, 'namespaces').length > 0);
}

const prefix = 'resource.customizations.ignoreDifferences.';

function settingsRules(settings: Entry): readonly Finding[] {
  const isSaid = (key: string) => textAt(settings.body, 'data', key).includes('leasehold-asleep');
  if (isSaid('resource.customizations') || isSaid(`${prefix}all`)) return [];
  const missing = ['apps_Deployment', 'apps_StatefulSet'].filter((kind) => !isSaid(prefix + kind));
  const message = 'self-heal wakes what sleeps in every Application whose project has no window';
  return missing.map((kind) =>
    warning(settings, { path: `data["${prefix}${kind}"]`, message, fix: 'let it ignore the manager leasehold-asleep' }),
  );
}

function syncRules(application: Source): readonly Finding[] {
  const policy = valueAt(application.spec, 'syncPolicy');
  if (listAt(policy, 'syncOptions').includes('RespectIgnoreDifferences=true')) return [];
  const message = 'a commit that changes a workload wakes it when it sleeps';
  const path = `${application.root}.syncPolicy.syncOptions`;
  return [warning(application, { path, message, fix: 'add RespectIgnoreDifferences=true' })];
}
