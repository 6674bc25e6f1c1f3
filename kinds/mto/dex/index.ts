import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects('leasehold renders Keycloak instead of Dex; see components.keycloak of an IntegrationConfig'),
});
