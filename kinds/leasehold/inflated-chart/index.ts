import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: template instances render its objects. */
export const inflatedChart = defineKind({
  id: 'inflated-chart',
  tenancy: 'shared',
  resolve,
});
