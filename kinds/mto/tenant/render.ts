import { type Emit, emit } from '../../../core/print/shape.ts';
import { isolationAnnotations, type Removal } from '../../../core/settings/removal.ts';
import { syncOptionsAnnotation } from '../../../kubernetes/argocd-annotations.ts';
import type { Labels, MetaView } from '../../../templates/views.ts';
import { constraints } from '../../leasehold/gatekeeper/constraints.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import { namespaceObjects } from './namespace-objects.ts';
import type { ResolvedMtoTenant } from './resolve.ts';
import { vaultObjects } from './vault.ts';

/**
 * The namespaces, and the tenant's member permissions, groups, quota, Gatekeeper constraints and Vault objects
 * [sources: mto-8, mto-9, mto-10, mto-13].
 */
export function render(tenant: ResolvedMtoTenant): readonly Emit[] {
  return [
    ...tenant.namespaces.flatMap(namespaceObjects),
    ...memberRole(tenant),
    ...groups(tenant),
    ...clusterQuota(tenant),
    ...(tenant.policies ? constraints(tenant.policies) : []),
    ...(tenant.vault ? vaultObjects(tenant.vault) : []),
  ];
}

function meta(tenant: ResolvedMtoTenant, name: string): MetaView {
  return { name, namespace: '', labels: { [mtoTenantLabel]: tenant.name }, annotations: {} };
}

function memberRole(tenant: ResolvedMtoTenant): readonly Emit[] {
  const own = meta(tenant, `mto-tenant-${tenant.name}`);
  const role = emit('cluster-role', { ...own, rules: tenant.memberRules });
  if (tenant.members.length === 0) return [role];
  return [role, emit('cluster-role-binding', { ...own, roleName: own.name, subjects: tenant.members })];
}

function groups(tenant: ResolvedMtoTenant): readonly Emit[] {
  const { labels = {}, annotations = {} } = tenant.groupMetadata;
  return tenant.groups.map(({ name, users }) => {
    const own = meta(tenant, name);
    return emit('open-shift-group', { ...own, labels: { ...labels, ...own.labels }, annotations, users });
  });
}

function clusterQuota(tenant: ResolvedMtoTenant): readonly Emit[] {
  if (!tenant.clusterQuota) return [];
  const matchLabels = { [mtoTenantLabel]: tenant.name };
  const own = { ...meta(tenant, `mto-tenant-${tenant.name}`), annotations: quotaRemoval(tenant.removal) };
  return [emit('cluster-resource-quota', { ...own, quota: tenant.clusterQuota, matchLabels })];
}

/**
 * A ClusterResourceQuota is cluster-scoped, so deleting a namespace does not delete it. Argo CD prunes it last, or keeps it if
 * the retention is `retain`.
 */
function quotaRemoval(removal: Removal): Labels {
  return removal === 'retain' ? isolationAnnotations : { [syncOptionsAnnotation]: 'PruneLast=true' };
}
