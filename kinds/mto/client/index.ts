import { defineKind } from '../../../core/kind/kind.ts';
import { resolve } from './resolve.ts';

/** Renders nothing itself. It configures the Dex that components.dex of the IntegrationConfig renders. */
export const mtoClient = defineKind({
  id: 'mto-client',
  tenancy: 'shared',
  claims: ({ body }) => [{ what: `the client ${body.spec.id} of Dex`, path: ['spec', 'id'] }],
  resolve,
});
