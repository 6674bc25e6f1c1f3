import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: its instances render its objects. */
export const mtoTemplate = defineKind({
  id: 'mto-template',
  tenancy: 'shared',
  resolve,
});
