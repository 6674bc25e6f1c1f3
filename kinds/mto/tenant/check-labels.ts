import type { Report } from '../../../core/problem/problem.ts';
import type { TenantResource } from './members.ts';

/** Matches labels that inform tools and people. Users do not expect them on the namespaces. */
const informational = /^(?:[a-z0-9.-]+\.)?(?:kubernetes\.io|k8s\.io|argoproj\.io|helm\.sh|fluxcd\.io|leasehold\.dev)\//;

/** Warns about labels and annotations of a Tenant that nothing reads, but that users might expect on the namespaces. */
export function checkLabels({ body }: TenantResource, report: Report): void {
  const { labels = {}, annotations = {} } = body.metadata;
  for (const key of Object.keys(labels).filter((one) => !informational.test(one)))
    report('ignored-field', ['metadata', 'labels', key], `the label ${key} has no effect on a Tenant`, {
      fix: fixOf(key),
    });
  for (const key of Object.keys(annotations).filter((one) => /^(?:[a-z0-9.-]+\.)?stakater\.com\//.test(one)))
    report('ignored-field', ['metadata', 'annotations', key], `the annotation ${key} has no effect on a Tenant`, {
      fix: 'remove it',
    });
}

function fixOf(key: string): string {
  return key === 'stakater.com/mattermost'
    ? 'remove it, and create the team in Mattermost yourself'
    : 'remove it; to label its namespaces, set spec.namespaces.metadata.common.labels';
}
