import { readInventory } from '../analysis/guard/inventory.ts';
import { inventoryPath } from '../io/inventory-file.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { type DeliveryTarget, textsOf } from './delivery-target.ts';
import { judge, refusalText } from './removal.ts';
import type { SourceRender } from './source-render.ts';

/** What the branch would lose is approved: by a committed file, or by a label of the pull request that was merged. */
export async function isApprovedRemoval(
  run: ActionRun,
  source: SourceRender,
  target: DeliveryTarget,
): Promise<ActionResult> {
  const { inputs, ports } = run;
  const text = textsOf(run.remote(), target.files, [inventoryPath]).get(inventoryPath);
  const past = text === undefined ? [] : readInventory(text);
  if (past === undefined || (text === undefined && target.ownership))
    return failure(
      `${inventoryPath} of ${target.branch} is missing or broken, so it cannot be told what would be deleted: restore it from its history`,
    );
  const verdict = judge(run, { past, objects: source.rendering.objects, approvals: source.approvals });
  if (verdict.ok) return success;
  const labels = inputs.approvalLabel === '' ? [] : await labelsOf(run, source);
  if (!labels.includes(inputs.approvalLabel)) return failure(refusalText(run, verdict));
  ports.runner.log(`${verdict.removed} of ${verdict.of} objects go: approved by the label ${inputs.approvalLabel}`);
  return success;
}

function labelsOf(
  { github, ports: { event } }: ActionRun,
  { commit }: SourceRender,
): Promise<readonly string[]> | readonly string[] {
  return event.pullRequest?.labels ?? github().labelsOfCommit(commit);
}
