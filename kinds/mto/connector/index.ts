import { defineKind } from '../../../core/kind/kind.ts';
import { checkConnector } from '../dex-server/connector-config.ts';
import { checkSecret } from '../dex-server/references.ts';

/** Renders nothing itself. It configures the Dex that components.dex of the IntegrationConfig renders. */
export const mtoConnector = defineKind({
  id: 'mto-connector',
  tenancy: 'shared',
  claims: ({ body }) => [{ what: `the Connector ${body.spec.id} of Dex`, path: ['spec', 'id'] }],
  resolve: (connector, world, report) => {
    const { configSecretRef } = connector.body.spec;
    const path = ['spec', 'configSecretRef'];
    checkSecret(configSecretRef, { own: connector.namespace, path, world }, report);
    checkConnector(connector, report);
    return {};
  },
});
