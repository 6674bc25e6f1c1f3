import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: its objects are rendered by the template instances that need them. */
export const inflatedChart = defineKind({
  id: 'inflated-chart',
  tenancy: 'shared',
  resolve,
});
