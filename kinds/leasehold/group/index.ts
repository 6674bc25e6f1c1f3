import { defineKind } from '../../../core/kind/kind.ts';

/** Renders nothing itself: Tenants that list the group get sandboxes and OpenShift Groups for its users. */
export const group = defineKind({
  id: 'group',
  tenancy: 'shared',
  roster: ({ body }) => body.spec.users ?? [],
});
