import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDexConfigOperator = defineKind({
  id: 'mto-dex-config-operator',
  tenancy: 'shared',
  resolve: withoutObjects('leasehold renders the configuration of Dex itself'),
});
