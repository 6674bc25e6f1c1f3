import { defineKind } from '../../../core/kind/kind.ts';
import { activeAnnotation, isActive } from '../terms/active-book.ts';
import { catalogue } from './catalogue.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';

export const priceBook = defineKind({
  id: 'finops-price-book',
  tenancy: 'shared',
  claims: (resource, world) =>
    isActive(resource, world)
      ? [{ what: 'the role of the active PriceBook', path: ['metadata', 'annotations', activeAnnotation] }]
      : [],
  resolve,
  render,
  sharedAcrossTenants: catalogue,
  // The namespaces of tenants decide who pays for a Subscription without a label.
  dependsOnInvalid: (world) => world.all('finops-subscription').length > 0,
});
