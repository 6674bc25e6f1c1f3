import type { Comparable } from '../analysis/diff/change.ts';
import { readInventory } from '../analysis/simulate/inventory.ts';
import { newRejections, type Rejection, simulate } from '../analysis/simulate/simulate.ts';
import { rejectionLine } from '../shell/rejections.ts';
import { count } from '../shell/text.ts';
import { type ActionRun, type Failure, failure } from './action-run.ts';
import type { Section } from './budget.ts';
import { readCommittedFile } from './committed-file.ts';

export type RejectionsResult = { readonly ok: true; readonly rejections: readonly Rejection[] } | Failure;

/** The objects in the committed inventory that only the changed rules reject. Empty without an inventory. */
export function readRejections(
  run: ActionRun,
  { before, after }: Readonly<Record<'before' | 'after', { readonly objects: readonly Comparable[] }>>,
): RejectionsResult {
  const committed = readCommittedFile(run, 'inventory-file');
  if (!committed.ok) return committed;
  if (!committed.file) return { ok: true, rejections: [] };
  const inventory = readInventory(committed.file.path, committed.file.text);
  if (!inventory.ok) return failure(inventory.message);
  const [old, now] = [before, after].map(({ objects }) => simulate(objects, inventory.objects));
  return { ok: true, rejections: newRejections(old ?? [], now ?? []) };
}

/** The section of existing objects. Empty if there are no rejections. */
export function rejectionSections(rejections: readonly Rejection[]): readonly Section[] {
  if (rejections.length === 0) return [];
  const objects = new Set(rejections.map(({ id }) => JSON.stringify(id))).size;
  const more = (missing: number) => `- _and ${missing} more: run leasehold simulate_\n`;
  return [
    {
      head: `\n**Existing objects** (${count(objects, 'object')}) that the rules reject because of this change:\n\n`,
      pieces: rejections.map((rejection) => [rejectionLine(rejection)]),
      foot: '',
      leftOut: (missing) => (missing > 0 ? more(missing) : ''),
    },
  ];
}
