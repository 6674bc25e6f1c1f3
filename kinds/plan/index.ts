import { defineKind } from '../../core/kind.ts';

/** Renders nothing itself: Kleff Tenants of the plan get its quota and limits. */
export const plan = defineKind<'plan', Record<string, never>>({
  id: 'plan',
  references: [],
  claims: () => [],
  resolve: () => ({}),
  render: () => [],
  status: () => ({}),
});
