import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself: it limits the Tenants that refer to it. */
export const mtoQuota = defineKind({
  id: 'mto-quota',
  tenancy: 'shared',
  quota: ({ body }) => body.spec.resourcequota?.hard ?? {},
  resolve,
});
