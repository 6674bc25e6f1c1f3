import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects(
    'leasehold renders Dex if components.dex.mode of the IntegrationConfig is Managed; DexConfig, Connectors, Clients and LocalUsers configure it',
  ),
});
