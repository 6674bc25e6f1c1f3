import { join } from 'node:path';
import { approvalText } from '../analysis/guard/approval.ts';
import { approvalsFolder, guardRemoval, readMaxRemoved } from '../analysis/guard/guard.ts';
import { type PastObject, readInventory } from '../analysis/guard/inventory.ts';
import type { Manifest } from '../core/print/manifest.ts';
import type { Rendering, SourceFile } from '../leasehold.ts';
import { fine, longestLine, type Outcome, refuse } from './fault.ts';
import type { Values } from './parameters.ts';
import type { Ports } from './ports.ts';
import type { Selection } from './selection.ts';
import { repositoryRoot } from './tenants-folder.ts';

interface Render {
  readonly selection: Selection;
  readonly rendering: Rendering;
  readonly objects: readonly Manifest[];
}

/** Holds a render against the inventory that the parameter `previous` names; without one anything may go. */
export function checkRemoval(values: Values, render: Render, cwd: string, ports: Ports): Outcome<null> {
  const { previous, 'max-removed': text } = values;
  if (previous === undefined) return text === undefined ? fine(null) : refuse(unguarded);
  const maxRemoved = readMaxRemoved(text);
  if (maxRemoved === undefined) return refuse('make the parameter max-removed a percentage from 0 to 100');
  const inventory = readPrevious(previous, cwd, ports);
  if (!inventory.ok) return inventory;
  const past = inventory.value.filter(covered(render));
  const removal = guardRemoval({ past, objects: render.objects, approvals: readApprovals(cwd, ports), maxRemoved });
  if (removal.ok) return fine(null);
  return refuse(
    `restore what is missing, or commit an approval to ${approvalsFolder}/: ${removal.removed} of ${removal.of} objects would go`,
    shown(approvalText(removal.approval)),
  );
}

const unguarded = 'give previous as well: max-removed is the share of it that may go';

/** Whole, for it is to be copied, or not at all: Argo CD keeps what is wrong in its database and shows it in lists. */
function shown(approval: string): string {
  return approval.length <= longestLine
    ? approval
    : 'leasehold render --previous shows the approval, which is too long for here';
}

/** Labels are not in an inventory: a tenant that is gone may have been picked by them, one that is there is not. */
function covered({ selection, rendering, objects }: Render): (past: PastObject) => boolean {
  const { scope, selector } = selection;
  if (scope.tenant !== undefined) return ({ tenant }) => tenant === scope.tenant;
  const picked = new Set(objects.map(({ tenant }) => tenant));
  const present = new Set(rendering.resources.map(({ tenant }) => tenant));
  return ({ tenant }) => (scope.among?.(tenant) ?? true) && (!selector || picked.has(tenant) || !present.has(tenant));
}

function readPrevious(path: string, cwd: string, ports: Ports): Outcome<readonly PastObject[]> {
  const file = join(cwd, path);
  const root = repositoryRoot(cwd, ports);
  const isThere = !path.startsWith('/') && ports.isWithin(file, root) && ports.kindOf(file) === 'file';
  if (!isThere) return refuse('make the parameter previous the path of an inventory.json in the repository');
  const source = ports.readOne(file, root);
  const inventory = 'text' in source ? readInventory(source.text) : undefined;
  return inventory ? fine(inventory) : refuse('restore the file that the parameter previous names: it is no inventory');
}

function readApprovals(cwd: string, ports: Ports): readonly SourceFile[] {
  const folder = join(cwd, approvalsFolder);
  const isThere = ports.kindOf(folder) === 'directory' && ports.isWithin(folder, repositoryRoot(cwd, ports));
  return isThere ? ports.readTree(folder) : [];
}
