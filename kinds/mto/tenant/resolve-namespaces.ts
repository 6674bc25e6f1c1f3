import type { LimitQuota } from '../../../admission/quotas.ts';
import type { Resource } from '../../../core/kind/resource.ts';
import { outputTenant } from '../../../core/kind/tenant.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Removal, removalAnnotations } from '../../../core/settings/removal.ts';
import type { Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import { integrationOf } from '../integration/integration.ts';
import { type Binding, bindingsIn, tenantSubjects } from './bindings.ts';
import { limitsOf } from './limits.ts';
import type { TenantResource } from './members.ts';
import type { MtoNamespace } from './namespaces.ts';
import { quotaOf } from './quota-of.ts';
import { quotaSplits } from './shares.ts';

type QuotaSpec = Resource<'mto-quota'>['body']['spec'];
export type LimitRangeLimits = NonNullable<QuotaSpec['limitrange']>['limits'];

/** Everything that is rendered for a namespace. */
export interface ResolvedNamespace {
  readonly name: string;
  /** The name of the Tenant. */
  readonly tenant: string;
  /** The tenant that the Tenant belongs to. */
  readonly owner: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly bindings: readonly Binding[];
  readonly limits: LimitRangeLimits;
  /** Undefined without amounts in a Quota, or if the cluster enforces the quota for all namespaces together. */
  readonly quota: NamespaceQuota | undefined;
  /** Quotas that enforce lists. Empty unless the enforcement backend of the Platform is `quotas`. */
  readonly limitQuotas: readonly LimitQuota[];
  /** Whether network policies deny traffic from other tenants. */
  readonly isolated: boolean;
  /** Whether the authors of a tenant directory are trusted only with their own tenant. */
  readonly delegates: boolean;
  /** The namespace of the pods that scrape metrics. */
  readonly monitoringNamespace: string | undefined;
}

export interface NamespaceQuota {
  readonly hard: Tree;
  readonly scopes: readonly string[];
  readonly scopeSelector: Tree | false;
}

/** Resolves namespaces of a Tenant. */
export function resolveNamespaces(
  tenant: TenantResource,
  world: World,
  namespaces: readonly MtoNamespace[],
): readonly ResolvedNamespace[] {
  const integration = world.derived(integrationOf);
  const quota = quotaOf(tenant, world)?.spec;
  const removal = removalOf(tenant, world);
  const shares = world.settings.flavor === 'kubernetes' ? world.derived(quotaSplits)(tenant)?.shares : undefined;
  const subjects = world.derived(tenantSubjects)(tenant);
  const { enforcement, quotasFor } = world.settings;
  const limits = enforcement?.annotationsFor(tenant.tenant, limitsOf(tenant, world));
  const limitQuotas = quotasFor?.(tenant.tenant, limitsOf(tenant, world)) ?? [];
  return namespaces.map((namespace) => ({
    name: namespace.name,
    tenant: tenant.name,
    owner: outputTenant(tenant.tenant),
    labels: namespace.labels,
    annotations: { ...namespace.annotations, ...removalAnnotations(removal), ...limits },
    bindings: bindingsIn(namespace, subjects, integration),
    limits: quota?.limitrange?.limits ?? [],
    quota: resourceQuota(quota, shares?.get(namespace.name)),
    limitQuotas,
    isolated: integration.isolated,
    delegates: world.settings.delegates,
    monitoringNamespace: world.settings.monitoringNamespace,
  }));
}

/**
 * What happens to the namespaces of a removed Tenant: `retain`, or the setting of the Platform if the Tenant purges its
 * namespaces [sources: mto-7, argocd-11].
 */
export function removalOf({ body }: TenantResource, { settings }: World): Removal {
  return body.spec.namespaces?.onDeletePurgeNamespaces ? settings.namespaces : 'retain';
}

function resourceQuota(spec: QuotaSpec | undefined, hard: Labels | undefined): NamespaceQuota | undefined {
  if (!hard || Object.keys(hard).length === 0) return undefined;
  return { hard, ...scopesOf(spec) };
}

function scopesOf(spec: QuotaSpec | undefined): Omit<NamespaceQuota, 'hard'> {
  const { scopes = [], scopeSelector } = spec?.resourcequota ?? {};
  return { scopes, scopeSelector: (scopeSelector as Tree | undefined) ?? false };
}
