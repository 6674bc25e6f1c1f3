import { readInventory } from '../analysis/simulate/inventory.ts';
import { shortList } from '../data/short-list.ts';
import { textAt } from '../data/tree.ts';
import { code } from '../shell/markdown.ts';
import { count } from '../shell/text.ts';
import { retainedVolumes } from '../sidecar/decide/retained.ts';
import type { ActionRun } from './action-run.ts';
import { readCommittedFile } from './committed-file.ts';

/**
 * Sentences about the volumes that tenants leave behind, from the committed inventory. Empty without an inventory, or
 * if it has no volumes. A single sentence with the error if the inventory is unreadable.
 */
export function remainingVolumes(run: ActionRun, tenants: readonly string[]): readonly string[] {
  if (tenants.length === 0) return [];
  const committed = readCommittedFile(run, 'inventory-file');
  if (!committed.ok) return [unknown(committed.message)];
  if (!committed.file) return [];
  const inventory = readInventory(committed.file.path, committed.file.text);
  if (!inventory.ok) return [unknown(inventory.message)];
  if (!inventory.objects.some((object) => textAt(object, 'kind') === 'PersistentVolume')) return [];
  const retained = retainedVolumes(inventory.objects);
  return tenants.map((tenant) => {
    const own = retained.filter(({ volume }) => volume.tenant === tenant);
    const list = own.map(({ volume, claim, size }) => `${code(volume.name)} (${code(claim)}, ${size})`);
    const which = own.length === 0 ? '' : `: ${shortList(list, 10)}`;
    return `${count(own.length, 'retained volume')} of ${code(tenant)} ${own.length === 1 ? 'remains' : 'remain'} in the cluster${which}`;
  });
}

function unknown(why: string): string {
  return `Could not determine which volumes remain: ${code(why)}`;
}
