import { memberNamespace } from '../../../admission/accounts.ts';
import type { PlacementGrant } from '../../../core/kind/capabilities.ts';
import { defineKind } from '../../../core/kind/kind.ts';
import { onlyOne } from '../../../core/kind/only-one.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import { gatewayAccess } from '../components/gateway-access.ts';
import { integrationOf } from '../integration/integration.ts';
import { memberAccounts } from './member-accounts.ts';
import { render } from './render.ts';
import { resolve } from './resolve.ts';
import { status } from './status.ts';
import { vaultGroups } from './vault-groups.ts';

export const mtoIntegrationConfig = defineKind({
  id: 'mto-integration-config',
  tenancy: 'shared',
  needs: ['mto-dex-config', 'mto-connector', 'mto-client', 'mto-local-user'],
  claims: () => [onlyOne('IntegrationConfig')],
  placements,
  resolve,
  render,
  status,
  sharedAcrossTenants: (world) => [...vaultGroups(world), ...gatewayAccess(world), ...memberAccounts(world)],
  // The groups of an invalid Tenant are missing, and everything that an invalid IntegrationConfig sets.
  dependsOnInvalid: (world) =>
    world.derived(integrationOf).vault?.signOn !== undefined || !world.isComplete('mto-integration-config'),
});

/**
 * AppProjects are in Argo CD's namespace, their accounts in a namespace of their own, and objects for the Vault config operator in
 * that of the IntegrationConfig.
 */
function placements({ body, namespace }: Resource<'mto-integration-config'>): readonly PlacementGrant[] {
  const { argocd, vault } = body.spec?.integrations ?? {};
  const project = { group: 'argoproj.io', kind: 'AppProject' };
  const account = { namespace: memberNamespace, group: '', kind: 'ServiceAccount' };
  const projects = argocd?.namespace ? [{ ...project, namespace: argocd.namespace }, account] : [];
  const kinds = vault?.enabled ? ['KubernetesAuthEngineRole', 'Policy', 'SecretEngineMount'] : [];
  return [...projects, ...kinds.map((kind) => ({ namespace, group: 'redhatcop.redhat.io', kind }))];
}
