import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoFinopsOperator = defineKind({
  id: 'mto-finops-operator',
  tenancy: 'shared',
  resolve: withoutObjects('leasehold renders the jobs of the FinOps operator itself'),
});
