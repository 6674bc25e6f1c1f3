import type { World } from '../../../core/kind/world.ts';
import type { PodPolicies } from '../../leasehold/gatekeeper/constraints.ts';
import { meshImages } from '../../leasehold/gatekeeper/mesh-images.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import type { TenantResource } from './members.ts';
import { tenantNamespaces } from './namespaces.ts';
import { removalOf } from './resolve-namespaces.ts';

/** What Gatekeeper checks in the pods of all namespaces of a Tenant, including namespaces that a separate file defines. */
export function podPolicies(tenant: TenantResource, world: World): PodPolicies | undefined {
  const { settings } = world;
  const namespaces = world
    .derived(tenantNamespaces)(tenant)
    .map(({ name }) => name);
  if (settings.policyEngine !== 'gatekeeper' || namespaces.length === 0) return undefined;
  return {
    prefix: 'mto',
    owner: tenant.name,
    labels: { [mtoTenantLabel]: tenant.name },
    namespaces,
    removal: removalOf(tenant, world),
    enforcementAction: settings.kleff.enforcementAction,
    repos: undefined,
    exemptImages: meshImages(settings),
  };
}
