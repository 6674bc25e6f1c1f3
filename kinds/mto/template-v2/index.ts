import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: its instances render its objects. */
export const mtoTemplateV2 = defineKind({
  id: 'mto-template-v2',
  tenancy: 'shared',
  resolve,
});
