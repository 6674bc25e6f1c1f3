import { readInventory } from '../../analysis/simulate/inventory.ts';
import { groupBy } from '../../data/group-by.ts';
import { type Tree, textAt } from '../../data/tree.ts';

/** The objects of an inventory, which the user opens in the browser. */
export type ClusterInventory = readonly Tree[];

/** The number of objects of each kind in an inventory, or why it cannot be read. */
export type InventorySummary =
  | { readonly ok: true; readonly counts: Readonly<Record<string, number>> }
  | { readonly ok: false; readonly message: string };

export function openInventory(name: string, text: string): { objects: ClusterInventory; summary: InventorySummary } {
  const read = readInventory(name, text);
  if (!read.ok) return { objects: [], summary: read };
  const kinds = groupBy(read.objects, (object) => textAt(object, 'kind'));
  const counts = Object.fromEntries([...kinds].map(([kind, own]) => [kind, own.length]));
  return { objects: read.objects, summary: { ok: true, counts } };
}
