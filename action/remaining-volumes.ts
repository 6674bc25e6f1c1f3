import { readInventory } from '../analysis/simulate/inventory.ts';
import { shortList } from '../data/short-list.ts';
import { textAt } from '../data/tree.ts';
import { code } from '../shell/markdown.ts';
import { count } from '../shell/text.ts';
import { retainedVolumes } from '../sidecar/decide/retained.ts';
import type { ActionRun } from './action-run.ts';

/**
 * Sentences about the volumes that tenants leave behind, from the committed inventory. Empty if the inventory has no volumes.
 * A single sentence with the error if the inventory is unreadable.
 */
export function remainingVolumes(
  { inputs: { inventoryFile }, ports: { files } }: ActionRun,
  tenants: readonly string[],
): readonly string[] {
  if (tenants.length === 0 || inventoryFile === '' || files.kindOf(inventoryFile) !== 'file') return [];
  if (!files.isInside(inventoryFile)) return [];
  const inventory = readInventory(inventoryFile, files.readText(inventoryFile) ?? '');
  if (!inventory.ok) return [`The volumes that remain are unknown: ${code(inventory.message)}`];
  if (!inventory.objects.some((object) => textAt(object, 'kind') === 'PersistentVolume')) return [];
  const retained = retainedVolumes(inventory.objects);
  return tenants.map((tenant) => {
    const own = retained.filter(({ volume }) => volume.tenant === tenant);
    const list = own.map(({ volume, claim, size }) => `${code(volume.name)} (${code(claim)}, ${size})`);
    const which = own.length === 0 ? '' : `: ${shortList(list, 10)}`;
    return `${count(own.length, 'retained volume')} of ${code(tenant)} ${own.length === 1 ? 'remains' : 'remain'} in the cluster${which}`;
  });
}
