import { larger, metricLabel, requested, usedCpu, usedMemory } from '../../../cost/promql.ts';
import type { Tree } from '../../../data/tree.ts';

/** Selects recorded series, which have no job label. Scraped series have one, so no target can add series to the selection. */
export function recorded(name: string): string {
  return `${name}{job=""}`;
}

const namespaceTenant = 'leasehold:namespace_tenant';

/** A series for each namespace of a tenant, with the tenant in the label `tenant`. */
export const tenantOfNamespace = recorded(namespaceTenant);

/** Aggregates a query by namespace and pod into a query by tenant. */
function byTenant(query: string): string {
  return `sum by (tenant)(${query} * on (namespace) group_left (tenant) ${tenantOfNamespace})`;
}

function byPod(query: string): string {
  return `sum by (namespace,pod)(${query})`;
}

/**
 * Rules for the tenant of each namespace, for the allocation and usage of each pod and tenant, and for the used share of quotas.
 * The allocation is the larger of request and usage, which showback bills by default.
 */
export function recordingRules(tenantLabel: string, state: string): readonly Tree[] {
  const label = `label_${metricLabel(tenantLabel)}`;
  const labels = `max by (namespace,${label})(kube_namespace_labels{${state},${label}!=""})`;
  return [
    {
      record: namespaceTenant,
      expr: `max by (namespace,tenant)(label_replace(${labels},"tenant","$1","${label}","(.+)"))`,
    },
    { record: 'leasehold:pod_cpu_cores:allocation', expr: byPod(larger(requested('cpu', state), usedCpu)) },
    { record: 'leasehold:pod_memory_bytes:allocation', expr: byPod(larger(requested('memory', state), usedMemory)) },
    { record: 'leasehold:pod_cpu_cores:usage', expr: byPod(usedCpu) },
    { record: 'leasehold:pod_memory_bytes:usage', expr: byPod(usedMemory) },
    { record: 'leasehold:tenant_cpu_cores:allocation', expr: byTenant(recorded('leasehold:pod_cpu_cores:allocation')) },
    {
      record: 'leasehold:tenant_memory_bytes:allocation',
      expr: byTenant(recorded('leasehold:pod_memory_bytes:allocation')),
    },
    { record: 'leasehold:tenant_cpu_cores:usage', expr: byTenant(recorded('leasehold:pod_cpu_cores:usage')) },
    { record: 'leasehold:tenant_memory_bytes:usage', expr: byTenant(recorded('leasehold:pod_memory_bytes:usage')) },
    { record: 'leasehold:quota_used:ratio', expr: quotaRatio(state) },
  ];
}

function quotaRatio(state: string): string {
  const by = 'namespace,resourcequota,resource';
  const used = `max by (${by})(kube_resourcequota{${state},type="used"})`;
  const hard = `max by (${by})(kube_resourcequota{${state},type="hard"} > 0)`;
  return `${used} / ${hard} * on (namespace) group_left (tenant) ${tenantOfNamespace}`;
}
