import type { Resource } from '../../../core/kind/resource.ts';
import { tenantLabel } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import type { Emit } from '../../../core/print/shape.ts';
import type { Report } from '../../../core/problem/problem.ts';
import { type LabelSelector, selectorError } from '../../../kubernetes/label-selector.ts';
import { resolveInstance } from '../templating/instance.ts';
import { instanceSelector, namespacesByTenant, selectNamespaces } from '../templating/recipients.ts';

type ClusterInstance = Resource<'mto-cluster-template-instance'>;

/** Renders the Template into the selected namespaces of one recipient. Called for each tenant [sources: mto-29]. */
export function resolve(instance: ClusterInstance, world: World, report: Report): readonly Emit[] | undefined {
  const selector = instanceSelector(instance.body.spec.selector);
  if (!selector) return reportSelector(instance, report);
  const namespaces = selectNamespaces(selector, world.derived(namespacesByTenant).get(instance.tenant) ?? []);
  if (namespaces.length === 0 && world.knowsAllNamespaces) {
    const message =
      'the selector matches no rendered namespace; namespaces that exist only in the cluster get no objects';
    report('risky-value', ['spec', 'selector'], message, { fix: 'select a namespace of a tenant' });
  }
  const names = namespaces.map(({ name }) => name);
  return resolveInstance(instance, names, world, report);
}

function reportSelector({ body }: ClusterInstance, report: Report): undefined {
  const path = ['spec', 'selector'];
  const problem = selectorError((body.spec.selector ?? {}) as LabelSelector);
  if (problem) {
    report('conflicting-fields', [...path, 'matchExpressions', problem.index], problem.message);
    return undefined;
  }
  const message = 'an absent or empty selector is ambiguous: it could match every namespace or none';
  const fix = `to select all namespaces of tenants, use matchExpressions: [{key: ${tenantLabel}, operator: Exists}]`;
  report('missing-field', path, message, { fix });
  return undefined;
}
