import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: the instances that asked for it do. */
export const inflatedChart = defineKind({
  id: 'inflated-chart',
  tenancy: 'shared',
  resolve,
});
