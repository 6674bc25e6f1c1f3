import { guardSteps } from '../analysis/guard/guard.ts';
import { pastObjects, readInventory } from '../analysis/guard/inventory.ts';
import { inventoryPath } from '../io/inventory-file.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { type DeliveryTarget, fileTexts } from './delivery-target.ts';
import { removalRejection } from './removal.ts';
import { removalSteps } from './removal-steps.ts';
import { sourceBranch } from './source-branch.ts';
import type { SourceRender } from './source-render.ts';

/**
 * Succeeds if the removal is small or approved. All commits since the earlier render count: committed files or labels
 * of the merged pull requests can approve the removal.
 */
export async function checkCommittedRemoval(
  run: ActionRun,
  { commit, rendering }: SourceRender,
  target: DeliveryTarget,
): Promise<ActionResult> {
  const { maxRemoved } = run.inputs;
  const past = readPast(run, target);
  const file = target.folder === '' ? inventoryPath : `${target.folder}/${inventoryPath}`;
  if (past === undefined)
    return failure(
      `${file} of ${target.branch} is missing or invalid, so leasehold cannot determine what would be deleted: restore the file from the history of the branch`,
    );
  const objects = pastObjects(rendering.objects);
  if (guardSteps(past, [{ objects, approvals: [], isApproved: false }], maxRemoved).ok) return success;
  const labelsOf = (one: string) => run.github().labelsOfCommit(one, sourceBranch(run));
  const steps = await removalSteps(run, { past, from: target.drySha, to: commit, objects, labelsOf });
  const guarded = guardSteps(past, steps, maxRemoved);
  return guarded.ok ? success : failure(removalRejection(run, guarded, maxRemoved));
}

/** The objects of the earlier render; empty if there is none. Undefined if its inventory cannot be read. */
function readPast(run: ActionRun, { files, ownership }: DeliveryTarget) {
  const text = fileTexts(run.remote(), files, [inventoryPath]).get(inventoryPath);
  if (text !== undefined) return readInventory(text);
  return ownership ? undefined : [];
}
