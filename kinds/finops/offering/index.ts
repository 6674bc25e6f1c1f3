import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

const why = 'subscribers pay the price at which they subscribed; define a new Offering for a new price';
const fee = ['spec', 'pricing', 'subscriptionFee'];

/** Renders nothing itself: the catalogue of the PriceBook lists its terms. */
export const offering = defineKind({
  id: 'finops-offering',
  tenancy: 'shared',
  pinned: ['period', 'priceMicros', 'tickAlignment'].map((field) => ({ path: [...fee, field], why })),
  resolve,
});
