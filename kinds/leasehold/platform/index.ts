import { defineKind } from '../../../core/kind/kind.ts';
import { sharedObjects } from '../../mto/hibernation/shared-objects.ts';
import { resolve } from './resolve.ts';

/** Sets the settings of the other kinds. Renders only objects that must outlive the resources of other kinds. */
export const platform = defineKind({
  id: 'platform',
  tenancy: 'platform',
  claims: () => [{ what: 'the place of the one Platform', path: ['metadata', 'name'] }],
  resolve,
  sharedOfAll: (world) => sharedObjects(world, 'platform'),
});
