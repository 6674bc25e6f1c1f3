import { defineKind } from '../../../core/kind/kind.ts';
import { checkFinopsValues } from '../components/finops-values.ts';
import { withoutObjects } from '../components/without-objects.ts';

const resolveNothing = withoutObjects("leasehold renders the operator's jobs itself");

export const mtoFinopsOperator = defineKind({
  id: 'mto-finops-operator',
  tenancy: 'shared',
  needs: ['finops-cost-job', 'finops-price-book', 'mto-integration-config'],
  resolve: (resource, world, report) => {
    checkFinopsValues(resource.body.spec, { path: ['spec'], namespace: resource.namespace }, world, report);
    return resolveNothing(resource, world, report);
  },
});
