import { defineKind } from '../../../core/kind/kind.ts';
import { onlyOne } from '../../../core/kind/only-one.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: it determines whether the PriceBook renders the prices of OpenCost. */
export const finOpsProvider = defineKind({
  id: 'finops-provider',
  tenancy: 'shared',
  claims: () => [onlyOne('FinOpsProvider')],
  resolve,
});
