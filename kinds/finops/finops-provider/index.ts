import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: it decides whether the PriceBook renders the prices of OpenCost. */
export const finOpsProvider = defineKind({
  id: 'finops-provider',
  tenancy: 'shared',
  claims: () => [{ what: 'the role of the FinOpsProvider', path: ['metadata', 'name'] }],
  resolve,
});
