import { defineKind } from '../../../core/kind/kind.ts';

/** Renders nothing itself: Tenants that name the group get sandboxes, and OpenShift Groups, for its users. */
export const group = defineKind({
  id: 'group',
  references: [],
  tenancy: 'shared',
  claims: () => [],
  resolve: () => ({}),
  render: () => [],
  status: () => ({}),
});
