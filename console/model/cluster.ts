import { mappingAt, textAt } from '../../data/tree.ts';
import { retainedVolumes } from '../../sidecar/decide/retained.ts';
import type { ClusterInventory } from './inventory.ts';
import { type QuotaUse, quotaUseOf } from './quota-use.ts';

/** A volume that the sidecar recorded. */
export interface VolumeRow {
  readonly name: string;
  readonly tenant: string;
  readonly claim: string;
  readonly state: string;
  readonly size: string;
  readonly since: string;
}

/** The retained volumes of the wanted tenants; by default of all. */
export function volumeRows(inventory: ClusterInventory, isWanted?: (tenant: string) => boolean): readonly VolumeRow[] {
  return retainedVolumes(inventory, isWanted).map(({ volume, state, claim, size, since }) => {
    return { name: volume.name, tenant: volume.tenant, claim, state, size, since };
  });
}

/** The usage of the quotas in an inventory. */
export function quotaUseIn(inventory: ClusterInventory): QuotaUse {
  const quotas = inventory.filter((object) => textAt(object, 'kind') === 'ResourceQuota');
  return Object.fromEntries(
    quotas.map((quota) => [
      `${textAt(quota, 'metadata', 'namespace')}/${textAt(quota, 'metadata', 'name')}`,
      quotaUseOf(mappingAt(quota, 'status', 'hard'), mappingAt(quota, 'status', 'used')),
    ]),
  );
}
