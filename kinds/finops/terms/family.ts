import type { World } from '../../../core/kind/world.ts';
import { offeringKey, parentKey, type Subscription, subscriptionsByKey } from './offerings.ts';
import { keyIn } from './references.ts';

/**
 * The Offerings that can satisfy the requirements of a Subscription: those of the Subscriptions in its family, except itself
 * and its descendants [sources: finops-5].
 */
export function coverage(subscription: Subscription, world: World): ReadonlySet<string> {
  const byKey = world.derived(subscriptionsByKey);
  const root = rootOf(subscription, byKey);
  const own = keyIn(subscription);
  const others = world.all('finops-subscription').filter((one) => {
    const ancestors = ancestry(one, byKey);
    return ancestors.at(-1) === root && !ancestors.includes(own);
  });
  return new Set(others.map(offeringKey));
}

/** Whether the Subscription is in a cycle of parents. */
export function isOwnAncestor(subscription: Subscription, world: World): boolean {
  const byKey = world.derived(subscriptionsByKey);
  const parent = byKey.get(parentKey(subscription) ?? '');
  return parent !== undefined && ancestry(parent, byKey).includes(keyIn(subscription));
}

function rootOf(subscription: Subscription, byKey: ReadonlyMap<string, Subscription>): string | undefined {
  return ancestry(subscription, byKey).at(-1);
}

/** The keys of a Subscription and its ancestors, each once. The parent follows its child. */
function ancestry(subscription: Subscription, byKey: ReadonlyMap<string, Subscription>): readonly string[] {
  const seen: string[] = [];
  let next: Subscription | undefined = subscription;
  while (next !== undefined && !seen.includes(keyIn(next))) {
    seen.push(keyIn(next));
    next = byKey.get(parentKey(next) ?? '');
  }
  return seen;
}
