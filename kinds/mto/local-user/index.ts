import { defineKind } from '../../../core/kind/kind.ts';
import { checkSecret } from '../dex-server/references.ts';

/** Renders nothing itself. It configures the Dex that components.dex of the IntegrationConfig renders. */
export const mtoLocalUser = defineKind({
  id: 'mto-local-user',
  tenancy: 'shared',
  claims: ({ body }) => [{ what: `the user ${body.spec.userID} of Dex`, path: ['spec', 'userID'] }],
  resolve: ({ body, namespace }, world, report) => {
    const path = ['spec', 'credentialSecretRef'];
    checkSecret(body.spec.credentialSecretRef, { own: namespace, path, world }, report);
    return {};
  },
});
