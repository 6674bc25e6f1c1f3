import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { keyIn, referenceKey } from './references.ts';

export type Offering = Resource<'finops-offering'>;
export type Subscription = Resource<'finops-subscription'>;

export const activatedAnnotation = 'leasehold.dev/activated-at';
export const deactivatedAnnotation = 'leasehold.dev/deactivated-at';

/** The Offerings by `namespace/name`. Pass it to World.derived. */
export function offeringsByKey(world: World): ReadonlyMap<string, Offering> {
  return new Map(world.all('finops-offering').map((one) => [keyIn(one), one]));
}

/** The Subscriptions by `namespace/name`. Pass it to World.derived. */
export function subscriptionsByKey(world: World): ReadonlyMap<string, Subscription> {
  return new Map(world.all('finops-subscription').map((one) => [keyIn(one), one]));
}

export function offeringOf(subscription: Subscription, world: World): Offering | undefined {
  return world.derived(offeringsByKey).get(offeringKey(subscription));
}

export function offeringKey(subscription: Subscription): string {
  return referenceKey(subscription.body.spec.offeringRef, subscription);
}

export function parentKey(subscription: Subscription): string | undefined {
  const parent = subscription.body.spec.parent?.subscriptionRef;
  return parent && referenceKey(parent, subscription);
}
