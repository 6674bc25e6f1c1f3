import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: Kleff Tenants of the plan get its quota and limits. */
export const plan = defineKind({
  id: 'plan',
  tenancy: 'platform',
  resolve,
});
