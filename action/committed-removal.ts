import { readInventory } from '../analysis/guard/inventory.ts';
import { inventoryPath } from '../io/inventory-file.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { type DeliveryTarget, fileTexts } from './delivery-target.ts';
import { checkRemoval, refusalText } from './removal.ts';
import type { SourceRender } from './source-render.ts';

/** Succeeds if the removal is small, or approved by a committed file or by a label of the merged pull request. */
export async function isApprovedRemoval(
  run: ActionRun,
  source: SourceRender,
  target: DeliveryTarget,
): Promise<ActionResult> {
  const { inputs, ports } = run;
  const text = fileTexts(run.remote(), target.files, [inventoryPath]).get(inventoryPath);
  const past = text === undefined ? [] : readInventory(text);
  if (past === undefined || (text === undefined && target.ownership))
    return failure(
      `${inventoryPath} of ${target.branch} is missing or broken, so it cannot be told what would be deleted: restore it from its history`,
    );
  const removal = checkRemoval(run, { past, objects: source.rendering.objects, approvals: source.approvals });
  if (removal.ok) return success;
  const labels = inputs.approvalLabel === '' ? [] : await labelsOf(run, source);
  if (!labels.includes(inputs.approvalLabel)) return failure(refusalText(run, removal));
  ports.runner.log(`${removal.removed} of ${removal.of} objects go: approved by the label ${inputs.approvalLabel}`);
  return success;
}

function labelsOf(
  { github, ports: { event } }: ActionRun,
  { commit }: SourceRender,
): Promise<readonly string[]> | readonly string[] {
  return event.pullRequest?.labels ?? github().labelsOfCommit(commit);
}
