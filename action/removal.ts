import { posix } from 'node:path';
import { approvalText } from '../analysis/guard/approval.ts';
import { approvalsFolder, type GuardResult, guardRemoval } from '../analysis/guard/guard.ts';
import type { PastObject } from '../analysis/guard/inventory.ts';
import { shortList } from '../data/short-list.ts';
import { formatId } from '../kubernetes/object-id.ts';
import type { Manifest, Rendering, SourceFile } from '../leasehold.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';

/** Fails if merging the pull request would remove too much without an approval by a file or a label. */
export function approvalOf(
  run: ActionRun,
  { before, after }: { readonly before: Rendering; readonly after: Rendering },
): ActionResult {
  const { inputs, ports } = run;
  const past = before.objects.map(({ tenant, id }) => ({ tenant, id: formatId(id) }));
  const folder = approvalsPath(inputs.path);
  const approvals =
    ports.files.kindOf(folder) === 'directory' && ports.files.isInside(folder) ? ports.files.readTree(folder) : [];
  const result = checkRemoval(run, { past, objects: after.objects, approvals });
  if (result.ok || ports.event.pullRequest?.labels.includes(inputs.approvalLabel)) return success;
  return failure(refusalText(run, result));
}

/** The directory of approvals, next to the directory of the tenants. */
export function approvalsPath(path: string): string {
  return posix.join(posix.dirname(path), approvalsFolder);
}

interface RemovalInput {
  readonly past: readonly PastObject[];
  readonly objects: readonly Manifest[];
  readonly approvals: readonly SourceFile[];
}

export function checkRemoval({ inputs: { maxRemoved } }: ActionRun, removal: RemovalInput): GuardResult {
  return guardRemoval({ ...removal, maxRemoved });
}

/** A longer approval, in characters, is only logged. */
const longestApproval = 1000;

/** What the change would remove and the two ways to approve it. Logs the approval so that it can be copied. */
export function refusalText(
  { inputs, ports }: ActionRun,
  { removed, of, approval }: Exclude<GuardResult, { readonly ok: true }>,
): string {
  const percent = Math.floor((removed * 100) / of);
  const label = inputs.approvalLabel === '' ? '' : `give the pull request the label ${inputs.approvalLabel}, or `;
  const text = approvalText(approval);
  ports.runner.log(`the approval of this removal: ${text}`);
  const shown = text.length <= longestApproval ? text : 'the approval that the log has';
  return `${removed} of ${of} objects would be deleted (${percent} %, more than ${inputs.maxRemoved} %), of ${shortList(approval.tenants, 5)}; if that is meant, ${label}commit to ${approvalsPath(inputs.path)}: ${shown}`;
}
