import { metricLabel } from '../../../cost/promql.ts';
import type { Tree } from '../../../data/tree.ts';
import { recorded, tenantOfNamespace } from './recording-rules.ts';
import { syncFailed } from './sync-alert.ts';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
}

/** The metrics that the alerts query. */
export interface AlertMetrics {
  /** The label of namespaces that identifies the tenant. */
  readonly tenantLabel: string;
  /** Selects the metrics of kube-state-metrics. */
  readonly state: string;
  /** Regular expressions of namespaces that need no tenant. */
  readonly withoutTenant: readonly string[];
  /** Selects the metrics of Argo CD. Undefined without them. */
  readonly argocd: string | undefined;
}

/** Alerts about tenants, and about namespaces without one. Prometheus fills in the labels of the summaries. */
export function alertRules(metrics: AlertMetrics): readonly Tree[] {
  const { argocd, state } = metrics;
  const alerts = [
    quota,
    namespaceWithoutTenant(metrics),
    ...(argocd === undefined ? [] : [syncFailed()]),
    backupMissing(state),
    unclaimedVolume(state),
  ];
  return alerts.map(({ severity, summary, ...rule }) => ({ ...rule, annotations: { summary }, labels: { severity } }));
}

/** Adds the label `tenant` to the results of a query in namespaces that have a tenant. */
function withTenant(query: string): string {
  const tenants = tenantOfNamespace;
  return `(${query}) * on (namespace) group_left (tenant) ${tenants} or ((${query}) unless on (namespace) ${tenants})`;
}

const quota: Alert = {
  alert: 'LeaseholdQuotaNearLimit',
  expr: `${recorded('leasehold:quota_used:ratio')} > 0.9`,
  for: '15m',
  severity: 'warning',
  summary:
    'Tenant {{ $labels.tenant }} uses {{ $value | humanizePercentage }} of its quota for {{ $labels.resource }} in namespace {{ $labels.namespace }}.',
};

/** Namespaces of Kubernetes and OpenShift. `default` is among the reserved names. */
const system = ['^openshift$', '^(kube|openshift)-'];

/** A matcher of Prometheus must match the whole value. The expressions match any part of it. */
function namespaceWithoutTenant({ state, tenantLabel, withoutTenant }: AlertMetrics): Alert {
  const label = `label_${metricLabel(tenantLabel)}`;
  const exempt = [...system, ...withoutTenant].map((one) => `(?:${one})`).join('|');
  const all = `kube_namespace_created{${state},namespace!~${JSON.stringify(`.*(?:${exempt}).*`)}}`;
  return {
    alert: 'LeaseholdNamespaceWithoutTenant',
    expr: `${all} unless on (namespace) kube_namespace_labels{${state},${label}!=""}`,
    for: '1h',
    severity: 'warning',
    summary:
      'Namespace {{ $labels.namespace }} belongs to no tenant, so no tenant pays for it and no limit of a tenant applies.',
  };
}

/** The last scheduled run has not succeeded, or no run has ever succeeded. */
function backupMissing(state: string): Alert {
  const scheduled = `max by (namespace,cronjob)(kube_cronjob_status_last_schedule_time{${state}})`;
  const succeeded = `max by (namespace,cronjob)(kube_cronjob_status_last_successful_time{${state}})`;
  const isBackup = `max by (namespace,cronjob)(kube_cronjob_labels{${state},label_app_kubernetes_io_component="backup"})`;
  const late = `((${scheduled} > ${succeeded}) or (${scheduled} unless on (namespace,cronjob) ${succeeded}))`;
  return {
    alert: 'LeaseholdBackupMissing',
    expr: withTenant(`${late} and on (namespace,cronjob) ${isBackup}`),
    for: '6h',
    severity: 'critical',
    summary:
      'CronJob {{ $labels.cronjob }} in {{ $labels.namespace }} has completed no backup since its last scheduled time.',
  };
}

/** Retained volumes have the label of their tenant. No claim uses them. */
function unclaimedVolume(state: string): Alert {
  return {
    alert: 'LeaseholdVolumeRetained',
    expr: `label_replace(max by (persistentvolume,label_leasehold_dev_tenant)(kube_persistentvolume_labels{${state},label_leasehold_dev_tenant!=""}),"tenant","$1","label_leasehold_dev_tenant","(.+)") and on (persistentvolume) (kube_persistentvolume_status_phase{${state},phase=~"Available|Released"} == 1)`,
    for: '30d',
    severity: 'warning',
    summary:
      'Volume {{ $labels.persistentvolume }} of tenant {{ $labels.tenant }} has been retained for 30 days without a claim.',
  };
}
