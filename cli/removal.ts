import { basename, dirname, join } from 'node:path';
import { approvalFileName, approvalText } from '../analysis/guard/approval.ts';
import { approvalsFolder, guardRemoval, readMaxRemoved } from '../analysis/guard/guard.ts';
import { readInventory } from '../analysis/guard/inventory.ts';
import type { Rendering } from '../leasehold.ts';
import { count } from '../shell/text.ts';
import type { Arguments } from './arguments.ts';
import type { Ports } from './ports.ts';

export type RemovalResult =
  | { readonly ok: true }
  /** `usage`: the options are invalid. `too-many`: the render would remove too many objects. */
  | { readonly ok: false; readonly why: 'usage' | 'too-many'; readonly message: string };

/** Compares a render with the inventory of --previous. Without --previous, every removal is allowed. */
export function checkRemoval(args: Arguments, dir: string, rendering: Rendering, ports: Ports): RemovalResult {
  const previous = args.text('previous');
  const maxRemoved = readMaxRemoved(args.text('max-removed'));
  if (maxRemoved === undefined)
    return invalid(`--max-removed is ${args.text('max-removed')}; it must be an integer percentage from 0 to 100`);
  if (previous === undefined)
    return args.text('max-removed') === undefined ? { ok: true } : invalid('--max-removed needs --previous');
  const text = ports.files.readText(previous);
  if (text === undefined) return invalid(`the file ${previous} does not exist`);
  const inventory = readInventory(text);
  if (!inventory)
    return invalid(
      `--previous is ${previous}, which is not an inventory; pass the inventory.json of an earlier render`,
    );
  const tenant = args.text('tenant');
  const past = inventory.filter((object) => tenant === undefined || object.tenant === tenant);
  const folder = join(dirname(dir), approvalsFolder);
  const approvals = ports.files.kindOf(folder) === 'directory' ? ports.files.readTree(folder, () => {}) : [];
  const removal = guardRemoval({ past, objects: rendering.objects, approvals, maxRemoved });
  if (removal.ok) return removal;
  const what = `${removal.removed} of ${count(removal.of, 'object')} would be removed, more than ${maxRemoved}%`;
  const known = approvals.map(({ path }) => basename(path));
  const file = join(folder, approvalFileName(removal.approval, known));
  const fix = `restore the missing files, or commit a file ${file} with this line:\n${approvalText(removal.approval)}`;
  return { ok: false, why: 'too-many', message: `${what}; nothing was rendered\n${fix}` };
}

function invalid(message: string): RemovalResult {
  return { ok: false, why: 'usage', message };
}
