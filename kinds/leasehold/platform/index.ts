import { accountNamespace } from '../../../core/deployment/account.ts';
import { defineKind } from '../../../core/kind/kind.ts';
import { onlyOne } from '../../../core/kind/only-one.ts';
import { sharedObjects } from '../../mto/hibernation/shared-objects.ts';
import { policies } from '../enforcement/policies.ts';
import { constraintTemplates } from '../gatekeeper/constraint-templates.ts';
import { resolve } from './resolve.ts';

/** Configures the other kinds. Renders only objects that belong to no resource of another kind. */
export const platform = defineKind({
  id: 'platform',
  tenancy: 'platform',
  claims: () => [onlyOne('Platform')],
  resolve,
  shared: (settings) => [
    ...(settings.deployment ? [accountNamespace(settings.deployment.accountNamespace)] : []),
    ...constraintTemplates(settings),
  ],
  sharedAcrossTenants: (world) => [...sharedObjects(world, 'platform'), ...policies(world)],
  // Policies depend only on the Platform and the IntegrationConfig.
  dependsOnInvalid: (world) =>
    sharedObjects(world, 'platform').length > 0 ||
    (world.settings.enforcement !== undefined && !world.isComplete('mto-integration-config')),
});
