import { defineKind } from '../../../core/kind/kind.ts';
import { sharedObjects } from '../../mto/hibernation/shared-objects.ts';
import { resolve } from './resolve.ts';

/** It is what the other kinds' settings come from. Of its own it renders only what is to outlive their resources. */
export const platform = defineKind({
  id: 'platform',
  tenancy: 'platform',
  claims: () => [{ what: 'the place of the one Platform', path: ['metadata', 'name'] }],
  resolve,
  sharedOfAll: (world) => sharedObjects(world, 'platform'),
});
