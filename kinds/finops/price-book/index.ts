import { defineKind } from '../../../core/kind/kind.ts';
import { activeAnnotation, isActive } from '../terms/active-book.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';

export const priceBook = defineKind({
  id: 'finops-price-book',
  tenancy: 'shared',
  needs: ['finops-offering', 'finops-subscription', 'finops-provider'],
  claims: (resource, world) =>
    isActive(resource, world)
      ? [{ what: 'the place of the active PriceBook', path: ['metadata', 'annotations', activeAnnotation] }]
      : [],
  resolve,
  render,
});
