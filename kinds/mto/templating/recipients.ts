import type { UncheckedDocument } from '../../../core/kind/capabilities.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { isMapping, valueAt } from '../../../data/tree.ts';
import { type LabelSelector, selectorFault, selects } from '../../../kubernetes/label-selector.ts';

/**
 * The tenants that have a selected namespace. A selector that cannot be read concerns every tenant: whose objects it
 * rendered before nobody knows, and what a render leaves out is pruned.
 */
export function recipients({ body }: UncheckedDocument, world: World): readonly string[] {
  const selector = readSelector(valueAt(body, ['spec', 'selector']));
  const found = selector ? selected(selector, world.namespaces()) : world.namespaces();
  return [...new Set(found.map(({ tenant }) => tenant))];
}

export function selected(selector: LabelSelector, all: readonly TenantNamespace[]): readonly TenantNamespace[] {
  return all.filter(({ labels }) => selects(selector, labels));
}

/** Give it to World.derived: every tenant of a large repository asks. */
export function namespacesByTenant(world: World): ReadonlyMap<string, readonly TenantNamespace[]> {
  const byTenant = new Map<string, TenantNamespace[]>();
  for (const namespace of world.namespaces()) {
    const own = byTenant.get(namespace.tenant);
    if (own) own.push(namespace);
    else byTenant.set(namespace.tenant, [namespace]);
  }
  return byTenant;
}

/** Undefined unless it is a selector that says something. */
export function readSelector(value: unknown): LabelSelector | undefined {
  if (!isMapping(value)) return undefined;
  const { matchLabels = {}, matchExpressions = [] } = value;
  if (!isMapping(matchLabels) || !Array.isArray(matchExpressions) || !matchExpressions.every(isExpression))
    return undefined;
  const selector = value as LabelSelector;
  const isEmpty = Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
  return isEmpty || selectorFault(selector) ? undefined : selector;
}

function isExpression(value: unknown): boolean {
  if (!isMapping(value)) return false;
  const { key, operator, values = [] } = value;
  const isOperator = ['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator as string);
  return typeof key === 'string' && isOperator && Array.isArray(values);
}
