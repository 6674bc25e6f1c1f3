import { defineKind } from '../../../core/kind/kind.ts';
import { onlyOne } from '../../../core/kind/only-one.ts';
import { checkDexConfig } from '../dex-server/dex-config.ts';
import { checkIssuer } from './issuer.ts';

/** Renders nothing itself. It configures the Dex that components.dex of the IntegrationConfig renders. */
export const mtoDexConfig = defineKind({
  id: 'mto-dex-config',
  tenancy: 'shared',
  needs: ['mto-local-user'],
  claims: () => [onlyOne('DexConfig')],
  resolve: (config, world, report) => {
    checkDexConfig(config, world, report);
    checkIssuer(config, world, report);
    return {};
  },
});
