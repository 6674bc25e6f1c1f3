import type { Resource } from '../../../core/kind/resource.ts';
import type { World } from '../../../core/kind/world.ts';
import { type Removal, removalAnnotations } from '../../../core/settings/removal.ts';
import type { Tree } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import { integrationOf } from '../integration/integration.ts';
import { type Binding, bindingsIn } from './bindings.ts';
import type { TenantResource } from './members.ts';
import { namespaceIndex, type TenantNamespace } from './namespaces.ts';
import { sharing } from './shares.ts';

type QuotaSpec = Resource<'mto-quota'>['body']['spec'];
export type Limits = NonNullable<QuotaSpec['limitrange']>['limits'];

/** All that is rendered in and for one namespace. */
export interface ResolvedNamespace {
  readonly name: string;
  readonly tenant: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly bindings: readonly Binding[];
  readonly limits: Limits;
  /** Undefined without a Quota, and where the cluster itself keeps it over all namespaces. */
  readonly quota: ResourceQuota | undefined;
  /** Whether it is closed to pods of other tenants. */
  readonly separated: boolean;
}

export interface ResourceQuota {
  readonly hard: Tree;
  readonly scopes: readonly string[];
  readonly scopeSelector: Tree | false;
}

/** The namespaces of a Tenant that one of its resources renders. */
export function resolveNamespaces(
  tenant: TenantResource,
  world: World,
  wanted: (namespace: TenantNamespace) => boolean,
): readonly ResolvedNamespace[] {
  const integration = world.derived(integrationOf);
  const quota = world.target(tenant, 'mto-quota')?.body.spec;
  const removal = removalAnnotations(removalOf(tenant, world));
  const shares = world.settings.flavor === 'kubernetes' ? world.derived(sharing)(tenant)?.shares : undefined;
  const own = (world.derived(namespaceIndex).get(tenant) ?? []).filter(wanted);
  return own.map((namespace) => ({
    name: namespace.name,
    tenant: tenant.name,
    labels: namespace.labels,
    annotations: { ...namespace.annotations, ...removal },
    bindings: bindingsIn(namespace, tenant, integration),
    limits: quota?.limitrange?.limits ?? [],
    quota: resourceQuota(quota, shares?.get(namespace.name)),
    separated: integration.separated,
  }));
}

/** Namespaces are kept unless the Tenant purges them; the Platform then sets how [sources: mto-7, argocd-11]. */
function removalOf({ body }: TenantResource, { settings }: World): Removal {
  return body.spec.namespaces?.onDeletePurgeNamespaces ? settings.namespaces : 'retain';
}

function resourceQuota(spec: QuotaSpec | undefined, hard: Labels | undefined): ResourceQuota | undefined {
  if (!hard || Object.keys(hard).length === 0) return undefined;
  return { hard, ...scopesOf(spec) };
}

export function scopesOf(spec: QuotaSpec | undefined): Omit<ResourceQuota, 'hard'> {
  const { scopes = [], scopeSelector } = spec?.resourcequota ?? {};
  return { scopes, scopeSelector: (scopeSelector as Tree | undefined) ?? false };
}
