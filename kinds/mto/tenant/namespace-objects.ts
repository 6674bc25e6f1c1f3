import { platformTenant, tenantLabel } from '../../../core/kind/tenant.ts';
import { type Emit, emit } from '../../../core/print/shape.ts';
import { isolationAnnotations } from '../../../core/settings/removal.ts';
import type { Tree } from '../../../data/tree.ts';
import { canonical } from '../../../kubernetes/quantity.ts';
import type { MetaView } from '../../../templates/views.ts';
import { mtoTenantLabel } from '../integration/keys.ts';
import type { LimitRangeLimits, ResolvedNamespace } from './resolve-namespaces.ts';

/** A namespace with its role bindings, limits, quota and network policy [sources: mto-1, mto-10, mto-11]. */
export function namespaceObjects(namespace: ResolvedNamespace): readonly Emit[] {
  const { name, labels, annotations } = namespace;
  return [
    emit('namespace', { name, namespace: '', labels, annotations }),
    ...bindings(namespace),
    ...limitRange(namespace),
    ...resourceQuota(namespace),
    ...(namespace.isolated ? [networkPolicy(namespace)] : []),
  ];
}

function meta({ name, tenant }: ResolvedNamespace, own: string): MetaView {
  return { name: own, namespace: name, labels: { [mtoTenantLabel]: tenant }, annotations: {} };
}

/** Metadata of an object that isolates the namespace. */
function isolationMeta(namespace: ResolvedNamespace, own: string): MetaView {
  return { ...meta(namespace, own), annotations: isolationAnnotations };
}

function bindings(namespace: ResolvedNamespace): readonly Emit[] {
  return namespace.bindings.map(({ name, clusterRole, subjects }) =>
    emit('role-binding', { ...meta(namespace, name), roleKind: 'ClusterRole', roleName: clusterRole, subjects }),
  );
}

function limitRange(namespace: ResolvedNamespace): readonly Emit[] {
  if (namespace.limits.length === 0) return [];
  return [
    emit('limit-range', { ...isolationMeta(namespace, 'mto-limits'), limits: namespace.limits.map(canonicalLimit) }),
  ];
}

/** Prints quantities in the API server's canonical form. Otherwise they would differ at every sync. */
function canonicalLimit(limit: LimitRangeLimits[number]): Tree {
  const { type, ...bounds } = limit;
  const entries = Object.entries(bounds).map(([bound, amounts]) => [bound, canonicalAmounts(amounts)]);
  return { ...Object.fromEntries(entries), type };
}

export function canonicalAmounts(amounts: Readonly<Record<string, string | number>>): Tree {
  return Object.fromEntries(Object.entries(amounts).map(([resource, quantity]) => [resource, canonical(quantity)]));
}

function resourceQuota(namespace: ResolvedNamespace): readonly Emit[] {
  const { quota, limitQuotas } = namespace;
  return [
    ...(quota ? [emit('resource-quota', { ...isolationMeta(namespace, 'mto-quota'), ...quota })] : []),
    ...limitQuotas.map(({ name, hard, scopeSelector }) =>
      emit('resource-quota', { ...isolationMeta(namespace, name), hard, scopes: [], scopeSelector }),
    ),
  ];
}

/** Despite its name, the policy blocks only traffic from other tenants [sources: mto-11]. */
function networkPolicy(namespace: ResolvedNamespace): Emit {
  const { tenant, monitoringNamespace } = namespace;
  const from = [
    ...withoutMtoLabel(namespace).map((matchExpressions) => peerOf({ matchExpressions })),
    peerOf({ matchLabels: { [mtoTenantLabel]: tenant } }),
    ...(monitoringNamespace === undefined
      ? []
      : [peerOf({ matchLabels: { 'kubernetes.io/metadata.name': monitoringNamespace } })]),
  ];
  return emit('network-policy', {
    ...isolationMeta(namespace, `disable-intra-tenant-networking-${tenant}`),
    podSelector: {},
    policyTypes: ['Ingress'],
    ingress: [{ from }],
    egress: [],
  });
}

/**
 * The namespaces of Kleff Tenants do not have MTO's label, so the operator's policy allows traffic from all of them. If tenants
 * write their own directories, only those of this tenant are allowed, by the label of leasehold.
 */
function withoutMtoLabel({ delegates, owner }: ResolvedNamespace): readonly (readonly Tree[])[] {
  const isMissing = isAbsent(mtoTenantLabel);
  if (!delegates) return [[isMissing]];
  const isAllowed = { key: tenantLabel, operator: 'In', values: [owner, platformTenant] };
  return [
    [isAbsent(tenantLabel), isMissing],
    [isAllowed, isMissing],
  ];
}

function isAbsent(key: string): Tree {
  return { key, operator: 'DoesNotExist' };
}

function peerOf(namespaceSelector: Tree): Tree {
  return { namespaceSelector };
}
