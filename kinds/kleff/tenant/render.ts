import { type Emit, emit } from '../../../core/print/shape.ts';
import { objectsOf, type PlanSpec } from '../../../core/settings/plans.ts';
import { removalAnnotations } from '../../../core/settings/removal.ts';
import type { Tree } from '../../../data/tree.ts';
import { objectCounts } from '../../../kubernetes/object-counts.ts';
import type { Labels } from '../../../templates/views.ts';
import { constraints } from '../../leasehold/gatekeeper/constraints.ts';
import { meshObjects } from './mesh.ts';
import { isolationMeta } from './meta.ts';
import { networkPolicies } from './network.ts';
import type { ResolvedKleffTenant } from './resolve.ts';

/** The namespace, with the limits and policies that upstream plans for it [sources: kleff-1, kleff-3]. */
export function render(tenant: ResolvedKleffTenant): readonly Emit[] {
  const { plan, policies } = tenant;
  if (!plan) return [namespace(tenant)];
  const bounds = [quota(tenant, plan), ...limitQuotas(tenant), limits(tenant, plan), ...networkPolicies(tenant)];
  return [namespace(tenant), ...bounds, ...meshObjects(tenant), ...(policies ? constraints(policies) : [])];
}

function namespace(tenant: ResolvedKleffTenant): Emit {
  const annotations: Labels = {
    ...(tenant.ownerNamespace === '' ? {} : { 'kleff.io/tenant-namespace': tenant.ownerNamespace }),
    ...removalAnnotations(tenant.removal),
    ...tenant.limits,
  };
  return emit('namespace', { name: tenant.userId, namespace: '', labels: tenant.namespaceLabels, annotations });
}

function quota(tenant: ResolvedKleffTenant, plan: PlanSpec): Emit {
  const { requests, limits, pods, volumes, storage, loadBalancers } = plan;
  const objects = quantityText(objectsOf(plan));
  const hard = {
    ...Object.fromEntries(objectCounts.map((name) => [name, objects])),
    'limits.cpu': quantityText(limits.cpu),
    'limits.memory': quantityText(limits.memory),
    persistentvolumeclaims: quantityText(volumes),
    pods: quantityText(pods),
    'requests.cpu': quantityText(requests.cpu),
    'requests.memory': quantityText(requests.memory),
    'requests.storage': quantityText(storage),
    services: objects,
    'services.loadbalancers': quantityText(loadBalancers),
    'services.nodeports': '0',
  };
  return emit('resource-quota', {
    ...isolationMeta(tenant, 'kleff-plan-quota'),
    hard,
    scopes: [],
    scopeSelector: false,
  });
}

function limitQuotas(tenant: ResolvedKleffTenant): readonly Emit[] {
  return tenant.limitQuotas.map(({ name, hard, scopeSelector }) =>
    emit('resource-quota', { ...isolationMeta(tenant, name), hard, scopes: [], scopeSelector }),
  );
}

/** The API server stores quantities as strings. Printed as numbers, they would differ on every sync. */
function quantityText(quantity: string | number): string {
  return String(quantity);
}

function limits(tenant: ResolvedKleffTenant, plan: PlanSpec): Emit {
  const { defaultRequest, default: standard, max } = plan.container;
  const limit = {
    default: quantityTexts(standard),
    defaultRequest: quantityTexts(defaultRequest),
    max: quantityTexts(max),
    type: 'Container',
  };
  return emit('limit-range', { ...isolationMeta(tenant, 'kleff-plan-limits'), limits: [limit] });
}

function quantityTexts({ cpu, memory }: { readonly cpu: string | number; readonly memory: string | number }): Tree {
  return { cpu: quantityText(cpu), memory: quantityText(memory) };
}
