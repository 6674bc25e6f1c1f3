import type { Report } from '../../../core/problem/problem.ts';
import type { TenantResource } from './members.ts';
import { placeOfLabels } from './written-fields.ts';

const mattermostLabel = 'stakater.com/mattermost';

/** Matches labels that inform tools and people. Users do not expect them on the namespaces. */
const informational = /^(?:[a-z0-9.-]+\.)?(?:kubernetes\.io|k8s\.io|argoproj\.io|helm\.sh|fluxcd\.io|leasehold\.dev)\//;

/**
 * Warns about labels and annotations of a Tenant that users might expect on the namespaces, or that MTO reads. Only an objectFieldRef
 * of a TemplateInstance can read such a label.
 */
export function checkLabels(tenant: TenantResource, report: Report): void {
  const { labels = {}, annotations = {} } = tenant.body.metadata;
  for (const key of Object.keys(labels).filter((one) => !informational.test(one)))
    report('ignored-field', ['metadata', 'labels', key], messageOf(key), { fix: fixOf(key, tenant) });
  for (const key of Object.keys(annotations).filter((one) => /^(?:[a-z0-9.-]+\.)?stakater\.com\//.test(one)))
    report('ignored-field', ['metadata', 'annotations', key], `the annotation ${key} has no effect on a Tenant`, {
      fix: 'remove it',
    });
}

function messageOf(key: string): string {
  return key === mattermostLabel
    ? `the label ${key} has no effect on a Tenant`
    : `the label ${key} of a Tenant has no effect on its namespaces`;
}

function fixOf(key: string, tenant: TenantResource): string {
  return key === mattermostLabel
    ? 'remove it, and create the team in Mattermost yourself'
    : `remove it; to label its namespaces, set ${placeOfLabels(tenant)}`;
}
