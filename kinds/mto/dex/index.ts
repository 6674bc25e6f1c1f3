import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects(
    'Dex runs if components.dex of an IntegrationConfig is set; DexConfig, Connectors, Clients and LocalUsers configure it',
  ),
});
