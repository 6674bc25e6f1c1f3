import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects('leasehold renders no Dex, but a Keycloak with components.keycloak of an IntegrationConfig'),
});
