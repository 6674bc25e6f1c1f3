import { readInventory } from '../analysis/guard/inventory.ts';
import { inventoryPath } from '../io/inventory-file.ts';
import { judge, refusalText } from './removal.ts';
import type { Source } from './source.ts';
import { type Target, textsOf } from './target.ts';
import { failure, fine, type Outcome, type Work } from './work.ts';

/** What the branch would lose is approved: by a committed file, or by a label of the pull request that was merged. */
export async function isApprovedRemoval(work: Work, source: Source, target: Target): Promise<Outcome> {
  const { inputs, ports } = work;
  const text = textsOf(work.remote(), target.files, [inventoryPath]).get(inventoryPath);
  const past = text === undefined ? [] : readInventory(text);
  if (past === undefined || (text === undefined && target.ownership))
    return failure(
      `${inventoryPath} of ${target.branch} is missing or broken, so it cannot be told what would be deleted: restore it from its history`,
    );
  const verdict = judge(work, { past, objects: source.rendering.objects, approvals: source.approvals });
  if (verdict.ok) return fine;
  const labels = inputs.approvalLabel === '' ? [] : await labelsOf(work, source);
  if (!labels.includes(inputs.approvalLabel)) return failure(refusalText(work, verdict));
  ports.runner.log(`${verdict.removed} of ${verdict.of} objects go: approved by the label ${inputs.approvalLabel}`);
  return fine;
}

function labelsOf(
  { github, ports: { event } }: Work,
  { commit }: Source,
): Promise<readonly string[]> | readonly string[] {
  return event.pullRequest?.labels ?? github().labelsOfCommit(commit);
}
