import type { World } from '../../../core/kind/world.ts';
import { namespaceLimit } from '../../../core/settings/namespace-limit.ts';
import { listAt, mappingAt, textEntriesAt, valueAt } from '../../../data/tree.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import type { TenantResource } from './members.ts';
import { sandboxesOf } from './sandboxes.ts';

/** The limits for namespace metadata in a Tenant that a tenant's directory contains. */
const limits = {
  keys: 1000,
  /** Kubernetes allows 256 KiB of annotations. */
  characters: 256 * 1024,
} as const;

/** The limit that a Tenant exceeds: the number of its namespaces, or the size of their metadata. */
type Excess = { readonly of: 'namespaces' } | { readonly of: 'metadata'; readonly message: string };

/**
 * The limit that a Tenant in a tenant's directory exceeds. Each namespace gets a copy of its labels and annotations, so the
 * output could be many times as large as the file.
 */
export function excessOf(tenant: TenantResource, world: World): Excess | undefined {
  if (!world.isDelegated(tenant.origin)) return undefined;
  const count = listedNamespaces(tenant).length + sandboxesOf(tenant, world).length;
  if (count > namespaceLimit(world.settings.granted(tenant.tenant))) return { of: 'namespaces' };
  const entries = metadataEntries(tenant);
  const characters = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  if (entries.length > limits.keys) return tooMuch(`${entries.length} labels and annotations`, limits.keys);
  if (characters <= limits.characters) return undefined;
  return tooMuch(`${characters} characters of labels and annotations`, limits.characters);
}

function tooMuch(what: string, limit: number): Excess {
  return { of: 'metadata', message: `metadata has ${what}; the maximum in a tenant's directory is ${limit}` };
}

/** The labels and annotations in all entries of a Tenant's metadata. */
function metadataEntries({ body }: TenantResource): readonly (readonly [key: string, value: string])[] {
  const metadata = valueAt(body, 'spec', 'namespaces', 'metadata');
  const entries = [mappingAt(metadata, 'common'), mappingAt(metadata, 'sandbox'), ...listAt(metadata, 'specific')];
  return entries.flatMap((entry) => [...textEntriesAt(entry, 'labels'), ...textEntriesAt(entry, 'annotations')]);
}
