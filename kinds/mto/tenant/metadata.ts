import type { Labels } from '../../../templates/views.ts';
import type { Integration, Metadata } from '../integration/integration.ts';
import type { TenantResource } from './members.ts';

/** A namespace before its metadata is put together. */
export interface BareNamespace {
  readonly name: string;
  /** Its name without the prefix: the value of stakater.com/kind. */
  readonly item: string;
  /** The user of a sandbox. */
  readonly user: string | undefined;
  /** What its own file says. */
  readonly own: Metadata;
}

/**
 * The final metadata of a namespace. From lowest to highest precedence: its own file, the IntegrationConfig's metadata
 * for namespaces and for sandboxes, the Tenant's common, sandbox and specific metadata, and what leasehold derives from
 * the Tenant [sources: mto-6].
 */
export function finalMetadata(
  tenant: TenantResource,
  namespace: BareNamespace,
  { metadata }: Integration,
): { readonly labels: Labels; readonly annotations: Labels } {
  const { common = {}, sandbox = {}, specific = [] } = tenant.body.spec.namespaces?.metadata ?? {};
  const { user } = namespace;
  const named = specific.filter(({ namespaces }) => namespaces.includes(namespace.name));
  const layers: readonly Metadata[] = [
    namespace.own,
    metadata.namespaces,
    ...(user === undefined ? [] : [forUser(metadata.sandboxes, user)]),
    common,
    ...(user === undefined ? [] : [forUser(sandbox, user)]),
    ...named,
    followingFrom(tenant, namespace),
  ];
  return {
    labels: Object.assign({}, ...layers.map(({ labels }) => labels)) as Labels,
    annotations: Object.assign({}, ...layers.map(({ annotations }) => annotations)) as Labels,
  };
}

/** A kind that an adopted namespace states itself is kept: the operator does not know its prefix either. */
function followingFrom({ name, body }: TenantResource, { item, own }: BareNamespace): Metadata {
  return {
    labels: {
      'stakater.com/kind': own.labels?.['stakater.com/kind'] ?? item,
      'stakater.com/quota': body.spec.quota,
      'stakater.com/tenant': name,
    },
    annotations: { 'stakater.com/current-tenant': name },
  };
}

export const userName = /\{\{\s*TENANT\.USERNAME\s*\}\}/g;

function forUser({ labels = {}, annotations = {} }: Metadata, user: string): Metadata {
  return { labels: withUser(labels, user), annotations: withUser(annotations, user) };
}

export function withUser(map: Labels, user: string): Labels {
  const entries = Object.entries(map).map(([key, value]) => [key, value.replaceAll(userName, () => user)]);
  return Object.fromEntries(entries);
}
