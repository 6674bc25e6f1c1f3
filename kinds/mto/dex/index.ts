import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects('components.dex.mode: Managed in the IntegrationConfig renders Dex'),
});
