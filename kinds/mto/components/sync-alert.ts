import { recorded, tenantOfNamespace } from './recording-rules.ts';

const record = 'leasehold:application_failed_syncs:increase30m';

/**
 * The labels that identify an Application. If `namespace` is a label of the scrape target, `exported_namespace` is the namespace
 * of the Application.
 */
const application = 'namespace,exported_namespace,name,project';

/**
 * The failed syncs of each Application, with the namespace that it deploys to. The first failure creates the series of its
 * counter, so `increase` does not count this failure. A new series therefore also counts, but only if Argo CD was already scraped
 * 30 minutes ago.
 */
export function failedSyncs(argocd: string) {
  const failed = `argocd_app_sync_total{${argocd},phase=~"Error|Failed"}`;
  const first = `((${failed} unless ${failed} offset 30m) and on (job) (up{${argocd}} offset 30m))`;
  const count = `sum by (${application})(${first} or increase(${failed}[30m])) > 0`;
  const info = `max by (${application},dest_namespace)(argocd_app_info{${argocd}})`;
  const destination = `topk by (${application})(1, ${info})`;
  return { record, expr: `(${count}) * on (${application}) group_left (dest_namespace) ${destination}` };
}

/**
 * An alert with the tenant of the destination or, without one, the tenant in the name of the project or of the Application. If
 * none of these names a tenant, the alert has no tenant.
 */
export function syncFailed() {
  const syncs = recorded(record);
  const tenants = `label_replace(${tenantOfNamespace},"dest_namespace","$1","namespace","(.+)")`;
  const named = (label: string, pattern: string) =>
    `label_replace(${syncs},"tenant","$1","${label}","${pattern}") and on (tenant) ${tenantOfNamespace}`;
  const candidates = [
    `${syncs} * on (dest_namespace) group_left (tenant) ${tenants}`,
    named('project', '(.+?)(?:-deploy)?'),
    named('name', '(?:tenant|isolation|workloads)-(.+)'),
    syncs,
  ];
  return {
    alert: 'LeaseholdSyncFailed',
    expr: candidates.map((one) => `(${one})`).join(` or on (${application}) `),
    for: '10m',
    severity: 'critical',
    summary: 'Argo CD failed to sync Application {{ $labels.name }} of project {{ $labels.project }}.',
  } as const;
}
