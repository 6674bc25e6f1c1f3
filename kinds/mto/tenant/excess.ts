import type { World } from '../../../core/kind/world.ts';
import { namespaceLimit } from '../../../core/settings/namespace-limit.ts';
import { listAt, mappingAt, valueAt } from '../../../data/tree.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import type { TenantResource } from './members.ts';
import { sandboxesOf } from './sandboxes.ts';

/** The maximum number of labels and annotations that a Tenant in a tenant's directory can give to its namespaces. */
export const maxKeys = 1000;

/**
 * What a Tenant in a tenant's directory has too much of, which is an error of this tenant. Every namespace gets a copy of the
 * keys, so the output would be many times as large as the file.
 */
export function excessOf(tenant: TenantResource, world: World): 'namespaces' | 'keys' | undefined {
  if (!world.isDelegated(tenant.origin)) return undefined;
  const count = listedNamespaces(tenant).length + sandboxesOf(tenant, world).length;
  if (count > namespaceLimit(world.settings.granted(tenant.tenant))) return 'namespaces';
  return keyCount(tenant) > maxKeys ? 'keys' : undefined;
}

/** The number of labels and annotations in all entries of a Tenant's metadata. */
export function keyCount({ body }: TenantResource): number {
  const metadata = valueAt(body, 'spec', 'namespaces', 'metadata');
  const entries = [mappingAt(metadata, 'common'), mappingAt(metadata, 'sandbox'), ...listAt(metadata, 'specific')];
  const maps = entries.flatMap((entry) => [mappingAt(entry, 'labels'), mappingAt(entry, 'annotations')]);
  return maps.reduce((sum, map) => sum + Object.keys(map).length, 0);
}
