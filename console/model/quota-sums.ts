import type { Manifest } from '../../core/print/manifest.ts';
import { mappingAt } from '../../data/tree.ts';
import { readObject } from '../../yaml/read-yaml.ts';
import { quantityOf } from './ceiling.ts';

/** The sum of the quotas in all objects, by resource: cores, bytes and counts. */
export function quotaSums(objects: readonly Manifest[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { id, text } of objects) {
    if (id.kind !== 'ResourceQuota' && id.kind !== 'ClusterResourceQuota') continue;
    const body = readObject(text);
    const hard = { ...mappingAt(body, 'spec', 'quota', 'hard'), ...mappingAt(body, 'spec', 'hard') };
    for (const [name, amount] of Object.entries(hard)) sums.set(name, (sums.get(name) ?? 0) + quantityOf(amount));
  }
  return sums;
}
