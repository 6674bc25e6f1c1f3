import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: Tenants that name it are bounded by it. */
export const mtoQuota = defineKind({
  id: 'mto-quota',
  tenancy: 'shared',
  quota: ({ body }) => body.spec.resourcequota?.hard ?? {},
  resolve,
});
