import type { UncheckedDocument } from '../../../core/kind/capabilities.ts';
import type { TenantNamespace, World } from '../../../core/kind/world.ts';
import { groupBy } from '../../../data/group-by.ts';
import { valueAt } from '../../../data/tree.ts';
import { isEmptySelector, type LabelSelector, readSelector, selects } from '../../../kubernetes/label-selector.ts';

/**
 * The tenants that have a selected namespace. A selector that cannot be read concerns every tenant: whose objects it
 * rendered before nobody knows, and what a render leaves out is pruned.
 */
export function recipients({ body }: UncheckedDocument, world: World): readonly string[] {
  const selector = instanceSelector(valueAt(body, 'spec', 'selector'));
  const found = selector ? selected(selector, world.namespaces()) : world.namespaces();
  return [...new Set(found.map(({ tenant }) => tenant))];
}

export function selected(selector: LabelSelector, all: readonly TenantNamespace[]): readonly TenantNamespace[] {
  return all.filter(({ labels }) => selects(selector, labels));
}

/** Give it to World.derived: every tenant of a large repository asks. */
export function namespacesByTenant(world: World): ReadonlyMap<string, readonly TenantNamespace[]> {
  return groupBy(world.namespaces(), ({ tenant }) => tenant);
}

/** The selector of an instance; undefined when it is invalid, or empty and so selects everything. */
export function instanceSelector(value: unknown): LabelSelector | undefined {
  const selector = readSelector(value);
  return selector && !isEmptySelector(selector) ? selector : undefined;
}
