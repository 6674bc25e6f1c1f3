import type { UniqueClaim } from '../../../core/kind/capabilities.ts';
import { defineKind } from '../../../core/kind/kind.ts';
import { activeAnnotation, isActive } from '../terms/active-book.ts';
import { catalogue } from './catalogue.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';

const activeClaim: UniqueClaim = {
  what: 'the active PriceBook',
  path: ['metadata', 'annotations', activeAnnotation],
  conflict: {
    problem: 'more than one PriceBook is active',
    fix: `set ${activeAnnotation} to "true" on only one of them`,
  },
};

export const priceBook = defineKind({
  id: 'finops-price-book',
  tenancy: 'shared',
  claims: (resource, world) => (isActive(resource, world) ? [activeClaim] : []),
  resolve,
  render,
  sharedAcrossTenants: catalogue,
  // The namespaces of tenants decide who pays for a Subscription without a label.
  dependsOnInvalid: (world) => world.all('finops-subscription').length > 0,
});
