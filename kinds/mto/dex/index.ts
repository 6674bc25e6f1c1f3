import { defineKind } from '../../../core/kind/kind.ts';
import { withoutObjects } from '../components/without-objects.ts';

export const mtoDex = defineKind({
  id: 'mto-dex',
  tenancy: 'shared',
  resolve: withoutObjects(
    'only an IntegrationConfig with components.dex.mode: Managed renders Dex',
    'set the mode there, and remove the resource',
  ),
});
