import { textAt, valueAt } from '../../data/tree.ts';
import { isGoTrue } from '../../kubernetes/go-boolean.ts';
import { error, type Finding, type FindingDetails, warning } from '../finding.ts';
import { type ApplicationObject, appliesWorkloads, metadataPath } from './application.ts';
import { overridesIn } from './override-rules.ts';

/** Rules for whether Argo CD applies commits and reverts changes in the cluster without a request [sources: argocd-43]. */
export function correctionRules(application: ApplicationObject): readonly Finding[] {
  return [...skippedRules(application), ...(appliesWorkloads(application) ? [] : automationRules(application))];
}

const skipped = 'argocd.argoproj.io/skip-reconcile';

function skippedRules(application: ApplicationObject): readonly Finding[] {
  const value = textAt(application.metadata, 'annotations', skipped);
  if (!isGoTrue(value)) return [];
  const path = `${metadataPath(application, 'annotations')}["${skipped}"]`;
  const message = 'Argo CD does not process this Application, so it applies and prunes nothing';
  return [error(application, { path, message, fix: 'remove the annotation' })];
}

/** An Application of workloads is exempt, because workloads do not isolate tenants. */
function automationRules(application: ApplicationObject): readonly Finding[] {
  const path = `${application.root}.syncPolicy.automated`;
  const automated = valueAt(application.spec, 'syncPolicy', 'automated') ?? undefined;
  if (automated === undefined)
    return unlessSetLater(application, 'automated', {
      path,
      message: onRequest,
      fix: 'set automated: {prune: true, selfHeal: true}',
    });
  if (valueAt(automated, 'enabled') === false)
    return unlessSetLater(application, 'enabled', { path: `${path}.enabled`, message: onRequest, fix: 'remove it' });
  if (valueAt(automated, 'selfHeal') === true) return [];
  const message =
    'changes in the cluster, such as a deleted network policy, stay until the next commit that changes the tenants';
  return unlessSetLater(application, 'selfHeal', { path: `${path}.selfHeal`, message, fix: 'set selfHeal: true' });
}

const onRequest = 'Argo CD syncs only on request; until then, revoked access and changes in the cluster stay';

/** An ApplicationSet can set a field by a patch, or in the template of a generator. */
function unlessSetLater(application: ApplicationObject, field: string, details: FindingDetails): readonly Finding[] {
  const isSetLater = application.isTemplate && overridesIn(application).some(({ text }) => text.includes(field));
  return isSetLater ? [] : [warning(application, details)];
}
