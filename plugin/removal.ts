import { join } from 'node:path';
import { approvalText } from '../analysis/guard/approval.ts';
import { approvalsFolder, guardRemoval, readMaxRemoved } from '../analysis/guard/guard.ts';
import { type PastObject, readInventory } from '../analysis/guard/inventory.ts';
import { platformTenant } from '../core/kind/tenant.ts';
import type { Manifest } from '../core/print/manifest.ts';
import type { Rendering, SourceFile } from '../leasehold.ts';
import { count } from '../shell/text.ts';
import type { ParameterValues } from './parameters.ts';
import { failure, longestLine, type Result, success } from './plugin-error.ts';
import type { Ports } from './ports.ts';
import type { Selection } from './selection.ts';
import { repositoryRoot } from './tenants-folder.ts';

interface SelectedRender {
  readonly selection: Selection;
  /** Whether the selector matches the labels of a tenant. */
  readonly isSelected: (tenant: string) => boolean;
  readonly rendering: Rendering;
  readonly objects: readonly Manifest[];
}

/** Compares a render with the inventory at `previous`. Without `previous`, a render may remove anything. */
export function checkRemoval(values: ParameterValues, render: SelectedRender, cwd: string, ports: Ports): Result<null> {
  const { previous, 'max-removed': text } = values;
  if (previous === undefined) return text === undefined ? success(null) : failure(previousRequired);
  const maxRemoved = readMaxRemoved(text);
  if (maxRemoved === undefined)
    return failure(`the parameter max-removed is ${text}; it must be an integer percentage from 0 to 100`);
  const inventory = readPrevious(previous, cwd, ports);
  if (!inventory.ok) return inventory;
  const past = inventory.value.filter(coverageOf(render));
  const removal = guardRemoval({ past, objects: render.objects, approvals: readApprovals(cwd, ports), maxRemoved });
  if (removal.ok) return success(null);
  return failure(
    `${removal.removed} of ${count(removal.of, 'object')} would be removed, more than ${maxRemoved}%; restore the missing files, or commit an approval to ${approvalsFolder}/ in the application's directory`,
    approvalDetail(approvalText(removal.approval), hintFor(maxRemoved, values)),
  );
}

const previousRequired =
  'the parameter max-removed requires the parameter previous; set previous to the inventory of an earlier render';

/** The complete approval, so that it can be copied, or a hint if it is too long for Argo CD's database and lists. */
function approvalDetail(approval: string, hint: string): string {
  return approval.length <= longestLine ? approval : `the approval is too long to show here; ${hint}`;
}

/** How to continue without the text of the approval. The command line cannot render a shard or the result of a selector. */
function hintFor(maxRemoved: number, { tenant, shard, selector }: ParameterValues): string {
  if (shard !== undefined || selector !== undefined) return 'raise max-removed until the removal is applied';
  const scope = tenant === undefined ? '' : ` --tenant ${tenant}`;
  return `run leasehold render --previous FILE --max-removed ${maxRemoved}${scope} to print it`;
}

/** Which past objects this render covers. An inventory has no labels, so a deleted tenant counts as selected. */
function coverageOf({ selection, isSelected, rendering }: SelectedRender): (past: PastObject) => boolean {
  const { scope } = selection;
  if (scope.tenant !== undefined) return ({ tenant }) => tenant === scope.tenant;
  const present = new Set([platformTenant, ...rendering.resources.map(({ tenant }) => tenant)]);
  return ({ tenant }) => (scope.includes?.(tenant) ?? true) && (isSelected(tenant) || !present.has(tenant));
}

function readPrevious(path: string, cwd: string, ports: Ports): Result<readonly PastObject[]> {
  const file = join(cwd, path);
  const root = repositoryRoot(cwd, ports);
  const isThere = !path.startsWith('/') && ports.isWithin(file, root) && ports.kindOf(file) === 'file';
  if (!isThere)
    return failure(`the parameter previous is ${path}; it must be the path of an inventory.json in the repository`);
  const source = ports.readSourceFile(file, root);
  const inventory = 'text' in source ? readInventory(source.text) : undefined;
  return inventory
    ? success(inventory)
    : failure(
        `the parameter previous is ${path}, which is not an inventory; set it to the inventory.json of an earlier render`,
      );
}

function readApprovals(cwd: string, ports: Ports): readonly SourceFile[] {
  const folder = join(cwd, approvalsFolder);
  const isThere = ports.kindOf(folder) === 'directory' && ports.isWithin(folder, repositoryRoot(cwd, ports));
  return isThere ? ports.readTree(folder) : [];
}
