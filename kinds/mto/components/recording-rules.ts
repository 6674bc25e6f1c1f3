import { larger, metricLabel, requested, state, usedCpu, usedMemory } from '../../../cost/promql.ts';
import type { Tree } from '../../../data/tree.ts';

/** The tenant of each namespace, as its label tenant. */
export const tenantOfNamespace = 'leasehold:namespace_tenant';

/** Aggregates a query by namespace and pod to one by tenant. */
function byTenant(query: string): string {
  return `sum by (tenant)(${query} * on (namespace) group_left (tenant) ${tenantOfNamespace})`;
}

function byPod(query: string): string {
  return `sum by (namespace,pod)(${query})`;
}

/** What pods and tenants have now: the larger of request and use, which showback bills by default. */
export function recordingRules(tenantLabel: string): readonly Tree[] {
  const label = `label_${metricLabel(tenantLabel)}`;
  const labels = `max by (namespace,${label})(kube_namespace_labels{${state},${label}!=""})`;
  return [
    {
      record: tenantOfNamespace,
      expr: `max by (namespace,tenant)(label_replace(${labels},"tenant","$1","${label}","(.+)"))`,
    },
    { record: 'leasehold:pod_cpu_cores:allocation', expr: byPod(larger(requested('cpu'), usedCpu)) },
    { record: 'leasehold:pod_memory_bytes:allocation', expr: byPod(larger(requested('memory'), usedMemory)) },
    { record: 'leasehold:pod_cpu_cores:usage', expr: byPod(usedCpu) },
    { record: 'leasehold:pod_memory_bytes:usage', expr: byPod(usedMemory) },
    { record: 'leasehold:tenant_cpu_cores:allocation', expr: byTenant('leasehold:pod_cpu_cores:allocation') },
    { record: 'leasehold:tenant_memory_bytes:allocation', expr: byTenant('leasehold:pod_memory_bytes:allocation') },
    { record: 'leasehold:tenant_cpu_cores:usage', expr: byTenant('leasehold:pod_cpu_cores:usage') },
    { record: 'leasehold:tenant_memory_bytes:usage', expr: byTenant('leasehold:pod_memory_bytes:usage') },
    { record: 'leasehold:quota_used:ratio', expr: quotaRatio },
  ];
}

const quotaBy = 'namespace,resourcequota,resource';
const used = `max by (${quotaBy})(kube_resourcequota{${state},type="used"})`;
const hard = `max by (${quotaBy})(kube_resourcequota{${state},type="hard"} > 0)`;
const quotaRatio = `${used} / ${hard} * on (namespace) group_left (tenant) ${tenantOfNamespace}`;
