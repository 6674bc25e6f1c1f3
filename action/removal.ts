import { posix } from 'node:path';
import { approvalText } from '../analysis/guard/approval.ts';
import { approvalsFolder, guard, type Verdict } from '../analysis/guard/guard.ts';
import type { PastObject } from '../analysis/guard/inventory.ts';
import { shortList } from '../data/short-list.ts';
import { formatId } from '../kubernetes/object-id.ts';
import type { Manifest, Rendering, SourceFile } from '../leasehold.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';

/** In a pull request: the removal that merging it would bring must be approved by a file or a label. */
export function approvalOf(
  run: ActionRun,
  { before, after }: { readonly before: Rendering; readonly after: Rendering },
): ActionResult {
  const { inputs, ports } = run;
  const past = before.objects.map(({ tenant, id }) => ({ tenant, id: formatId(id) }));
  const folder = approvalsPath(inputs.path);
  const approvals =
    ports.files.kindOf(folder) === 'directory' && ports.files.isInside(folder) ? ports.files.readTree(folder) : [];
  const verdict = judge(run, { past, objects: after.objects, approvals });
  if (verdict.ok || ports.event.pullRequest?.labels.includes(inputs.approvalLabel)) return success;
  return failure(refusalText(run, verdict));
}

/** Beside the directory of the tenants. */
export function approvalsPath(path: string): string {
  return posix.join(posix.dirname(path), approvalsFolder);
}

interface Removal {
  readonly past: readonly PastObject[];
  readonly objects: readonly Manifest[];
  readonly approvals: readonly SourceFile[];
}

export function judge({ inputs: { maxRemoved } }: ActionRun, removal: Removal): Verdict {
  return guard({ ...removal, maxRemoved });
}

/** An approval of more characters is in the log alone. */
const longestApproval = 1000;

/** What would go, and the two ways to say that it may. The approval itself is in the log, to be copied. */
export function refusalText(
  { inputs, ports }: ActionRun,
  { removed, of, approval }: Exclude<Verdict, { readonly ok: true }>,
): string {
  const percent = Math.floor((removed * 100) / of);
  const label = inputs.approvalLabel === '' ? '' : `give the pull request the label ${inputs.approvalLabel}, or `;
  const text = approvalText(approval);
  ports.runner.log(`the approval of this removal: ${text}`);
  const shown = text.length <= longestApproval ? text : 'the approval that the log has';
  return `${removed} of ${of} objects would be deleted (${percent} %, more than ${inputs.maxRemoved} %), of ${shortList(approval.tenants, 5)}; if that is meant, ${label}commit to ${approvalsPath(inputs.path)}: ${shown}`;
}
