import type { UncheckedDocument } from '../../../core/kind/capabilities.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { groupBy } from '../../../data/group-by.ts';
import { valueAt } from '../../../data/tree.ts';
import { isEmptySelector, type LabelSelector, readSelector, selects } from '../../../kubernetes/label-selector.ts';

/**
 * The tenants with a selected namespace. An invalid or empty selector affects every tenant with namespaces, because any of them
 * might have objects of the instance that would be pruned.
 */
export function recipients({ body }: UncheckedDocument, world: World): readonly string[] {
  const selector = instanceSelector(valueAt(body, 'spec', 'selector'));
  const found = selector ? selectNamespaces(selector, world.namespaces()) : world.namespaces();
  return [...new Set(found.map(({ tenant }) => tenant))];
}

export function selectNamespaces(selector: LabelSelector, all: readonly TenantNamespace[]): readonly TenantNamespace[] {
  return all.filter(({ labels }) => selects(selector, labels));
}

/** The namespaces by tenant. Pass it to World.derived. */
export function namespacesByTenant(world: World): ReadonlyMap<string, readonly TenantNamespace[]> {
  return groupBy(world.namespaces(), ({ tenant }) => tenant);
}

/** The selector of an instance. Undefined if it is invalid or empty. */
export function instanceSelector(value: unknown): LabelSelector | undefined {
  const selector = readSelector(value);
  return selector && !isEmptySelector(selector) ? selector : undefined;
}
