import { memberNamespace } from '../../../admission/accounts.ts';
import type { Limits } from '../../../admission/limits.ts';
import type { World } from '../../../core/kind/world.ts';
import { baseLimits } from '../../../core/settings/base-limits.ts';
import { integrationOf, roles } from '../integration/integration.ts';
import { subjectsOf } from './bindings.ts';
import type { TenantResource } from './members.ts';
import { type MtoNamespace, tenantNamespaces } from './namespaces.ts';

/**
 * What admission rules allow in the namespaces of a Tenant: its own lists, and what the IntegrationConfig sets. An
 * empty list counts as absent, so that the list of the Platform applies, if any [sources: mto-8].
 */
export function limitsOf(tenant: TenantResource, world: World): Limits {
  const { settings } = world;
  const { argocd, isolated, network } = world.derived(integrationOf);
  const account = argocd ? [`ServiceAccount ${memberNamespace}/${tenant.name}`] : [];
  const base = baseLimits(tenant.tenant, settings);
  const namespaces = world.derived(tenantNamespaces)(tenant);
  return {
    ...base,
    ...statedLists(tenant, settings.mesh === 'istio' ? [settings.kleff.sidecar.repo] : []),
    ...hostLists(tenant),
    clusterRoles: [...(base.clusterRoles ?? []), ...boundRoles(namespaces, world)],
    hostAccess: network.hostPorts ? ['network', 'ports'] : [],
    ...(isolated ? { networks: [] } : {}),
    serviceTypes: ['ExternalName', 'LoadBalancer', ...(network.nodePorts ? ['NodePort'] : [])],
    subjects: [...(base.subjects ?? []), ...membersOf(tenant), ...account, ...accountsOf(namespaces)],
  };
}

function statedLists({ body: { spec } }: TenantResource, sidecars: readonly string[]): Limits {
  const { imageRegistries, ingressClasses, podPriorityClasses, serviceAccounts, storageClasses } = spec;
  const registries = imageRegistries?.allowed ?? [];
  return {
    ...(registries.length > 0 ? { images: [...registries, ...sidecars] } : {}),
    ...listed('ingressClasses', ingressClasses?.allowed),
    ...listed('priorityClasses', podPriorityClasses?.allowed),
    ...listed('storageClasses', storageClasses?.allowed),
    ...listed('denyServiceAccounts', serviceAccounts?.denied),
    ...listed('denyImages', imageRegistries?.denied),
    ...listed('denyIngressClasses', ingressClasses?.denied),
    ...listed('denyPriorityClasses', podPriorityClasses?.denied),
    ...listed('denyStorageClasses', storageClasses?.denied),
    ...listed('serviceAccounts', serviceAccounts?.allowed),
  };
}

function listed(name: keyof Limits, items: readonly string[] = []): Limits {
  return items.length > 0 ? { [name]: items } : {};
}

/** Wildcards are compared as text. Leaves out names that start with a dot, which would allow every host below them. */
function hostLists({ body: { spec } }: TenantResource): Limits {
  const { allowed = [], allowedRegex, denyWildcards } = spec.hostValidationConfig ?? {};
  return {
    ...listed(
      'hosts',
      allowed.filter((host) => !host.startsWith('.')),
    ),
    ...listed('hostPatterns', allowedRegex === undefined ? [] : [allowedRegex]),
    ...listed('denyWildcards', denyWildcards ? ['true'] : []),
  };
}

function boundRoles(namespaces: readonly MtoNamespace[], world: World): readonly string[] {
  const { clusterRoles } = world.derived(integrationOf);
  return namespaces.flatMap(({ labels }) => roles.flatMap((role) => clusterRoles(role, labels)));
}

function membersOf(tenant: TenantResource): readonly string[] {
  const all = roles.flatMap((role) => subjectsOf(tenant, role));
  return all.map(({ kind, name }) => `${String(kind)} ${String(name)}`);
}

/** Above this number of namespaces, service accounts are left out, because the total size of the lists would be quadratic. */
const maxSiblings = 100;

/** The service accounts of the tenant's namespaces. */
function accountsOf(namespaces: readonly MtoNamespace[]): readonly string[] {
  return namespaces.length > maxSiblings ? [] : namespaces.map(({ name }) => `ServiceAccount ${name}/*`);
}
