import { addToGroup } from '../../../data/group-by.ts';
import { memo } from '../../../data/memo.ts';
import { listAt, mappingAt, textAt, textEntriesAt } from '../../../data/tree.ts';
import type { Labels } from '../../../templates/views.ts';
import type { Metadata } from '../integration/integration.ts';
import { mtoKindLabel, mtoQuotaLabel, mtoTenantAnnotation, mtoTenantLabel } from '../integration/keys.ts';
import type { NamedBody } from './listed-namespaces.ts';

/** A namespace before its metadata is merged. */
export interface NamespaceBase {
  readonly name: string;
  /** Its name without the prefix of the Tenant, or `sandbox`: the value of the kind label. */
  readonly item: string;
  /** The user of a sandbox. */
  readonly user: string | undefined;
  /** The metadata in the namespace's own file. */
  readonly own: Metadata;
}

/** The metadata of the Platform for all namespaces, and of the IntegrationConfig for all namespaces and for sandboxes. */
export interface MetadataSettings {
  readonly platform?: Metadata;
  readonly namespaces: Metadata;
  readonly sandboxes: Metadata;
}

export interface NamespaceMetadata {
  readonly labels: Labels;
  readonly annotations: Labels;
}

/**
 * The final metadata of a namespace. From lowest to highest precedence: the Platform; the namespace's own file; the
 * IntegrationConfig's metadata for namespaces and for sandboxes; the Tenant's common, sandbox and specific metadata;
 * and what leasehold derives from the Tenant [sources: mto-6].
 */
export function finalMetadata(
  tenant: NamedBody,
  namespace: NamespaceBase,
  settings: MetadataSettings,
): NamespaceMetadata {
  const { common, sandbox, specific } = mappingAt(tenant.body, 'spec', 'namespaces', 'metadata');
  const named = entriesByNamespace(listAt(specific)).get(namespace.name) ?? [];
  const { user } = namespace;
  const layers = [
    settings.platform ?? {},
    namespace.own,
    settings.namespaces,
    ...(user === undefined ? [] : [forUser(settings.sandboxes, user)]),
    common,
    ...(user === undefined ? [] : [forUser(sandbox, user)]),
    ...named,
    derivedMetadata(tenant, namespace),
  ];
  const merged = (field: string) => Object.fromEntries(layers.flatMap((layer) => textEntriesAt(layer, field)));
  return { labels: merged('labels'), annotations: merged('annotations') };
}

/** The entries of specific metadata for each namespace. Every namespace of a Tenant reads them, so they are grouped only once. */
const entriesByNamespace = memo((specific: readonly unknown[]) => {
  const entries = new Map<string, unknown[]>();
  for (const entry of specific)
    for (const name of new Set(listAt(entry, 'namespaces'))) addToGroup(entries, String(name), entry);
  return entries;
});

/** The metadata that leasehold derives from the Tenant. A labeled namespace keeps its own kind label. */
function derivedMetadata({ name, body }: NamedBody, { item, own }: NamespaceBase): Metadata {
  return {
    labels: {
      [mtoKindLabel]: own.labels?.[mtoKindLabel] ?? item,
      [mtoQuotaLabel]: textAt(body, 'spec', 'quota'),
      [mtoTenantLabel]: name,
    },
    annotations: { [mtoTenantAnnotation]: name },
  };
}

export const userName = /\{\{\s*TENANT\.USERNAME\s*\}\}/g;

function forUser(metadata: unknown, user: string): Metadata {
  const texts = (field: string) => withUser(Object.fromEntries(textEntriesAt(metadata, field)), user);
  return { labels: texts('labels'), annotations: texts('annotations') };
}

export function withUser(map: Labels, user: string): Labels {
  const entries = Object.entries(map).map(([key, value]) => [key, value.replaceAll(userName, () => user)]);
  return Object.fromEntries(entries);
}
