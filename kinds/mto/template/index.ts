import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: its instances do. */
export const mtoTemplate = defineKind({
  id: 'mto-template',
  tenancy: 'shared',
  resolve,
});
