import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects(
    'components.dex of an IntegrationConfig runs Dex, with a DexConfig, Connectors, Clients and LocalUsers',
  ),
});
