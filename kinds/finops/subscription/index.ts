import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

const why = 'past charges refer to the old value; define a new Subscription';

/** Renders nothing itself: the catalogue of the PriceBook lists its terms. */
export const subscription = defineKind({
  id: 'finops-subscription',
  tenancy: 'shared',
  pinned: [
    ['spec', 'offeringRef', 'name'],
    ['spec', 'offeringRef', 'namespace'],
    ['spec', 'parent', 'subscriptionRef', 'name'],
    ['spec', 'parent', 'subscriptionRef', 'namespace'],
  ].map((path) => ({ path, why })),
  resolve,
});
