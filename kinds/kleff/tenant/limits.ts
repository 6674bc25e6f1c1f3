import type { Limits } from '../../../admission/limits.ts';
import { withoutNodePorts } from '../../../admission/metadata-keys.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import { baseLimits } from '../../../core/settings/base-limits.ts';
import { grantedHosts } from '../../../core/settings/granted-hosts.ts';
import type { PlanSpec } from '../../../core/settings/plans.ts';
import type { Settings } from '../../../core/settings/settings.ts';
import { gatewayHost } from './gateway.ts';

/** What admission rules allow in the namespace of a Tenant. A plain namespace has only the lists that apply to every tenant. */
export function limitsOf({ tenant, body }: Resource<'kleff-tenant'>, plan: PlanSpec, settings: Settings): Limits {
  const { kleff, podSecurity } = settings;
  const base = baseLimits(tenant, settings);
  if (kleff.namespace === 'plain') return base;
  const host = gatewayHost(body.spec.username, settings);
  return {
    ...base,
    images: imagesOf(plan, settings),
    ...(host === undefined ? {} : hostLists(tenant, host, settings)),
    hostAccess: podSecurity === 'privileged' ? ['network', 'ports'] : [],
    networks: [],
    serviceTypes: Number(plan.loadBalancers) > 0 ? [withoutNodePorts] : [],
  };
}

/** The host of the tenant with all hosts below it, and the granted hosts. */
function hostLists(tenant: string, host: string, { delegates, granted }: Settings): Limits {
  const { hosts = [], ...patterns } = delegates ? grantedHosts(granted(tenant)) : {};
  return { hosts: [host, `.${host}`, ...hosts], ...patterns };
}

/** The registries and repositories that the Platform and the plan allow, and the repository of the sidecars of the mesh. */
export function imagesOf(plan: PlanSpec, { kleff, mesh }: Settings): readonly string[] {
  const sidecar = mesh === 'none' ? [] : [kleff.sidecar.repo];
  return [...new Set([...kleff.allowedRepos, ...(plan.allowedRepos ?? []), ...sidecar])].sort();
}
