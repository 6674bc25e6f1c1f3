import type { Comparable, Risk } from '../analysis/diff/change.ts';
import { formatProblem } from '../core/problem/format.ts';
import { compare } from '../data/order.ts';
import { code, prose } from '../shell/markdown.ts';
import { failsStrict, tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import { version } from '../shell/version.ts';
import { type ActionResult, type ActionRun, failure, success } from './action-run.ts';
import { isAutoMergeable } from './auto-mergeable.ts';
import { commentSize, summarySize } from './budget.ts';
import { changeHeadline, riskNames, type TenantNames, worstRisk } from './change-summary.ts';
import type { ComparedChange } from './compared-change.ts';
import { readCost } from './cost.ts';
import { readRejections } from './existing-objects.ts';
import { linksOf } from './links.ts';
import { manifestTexts } from './object-text.ts';
import { postComment } from './post-comment.ts';
import { remainingVolumes } from './remaining-volumes.ts';
import { checkProposedRemoval } from './removal.ts';
import { type ChangeReport, emptyReport, reportText } from './report.ts';

/** Reports a comparison and fails if the change must not be merged. */
export async function reportDiff(run: ActionRun, change: ComparedChange): Promise<ActionResult> {
  const { after, baseline, changes, problems, notes } = change;
  const cost = after.ok ? readCost(run, { before: baseline, after }) : undefined;
  if (cost && !cost.ok) return failure(cost.message);
  const existing = readRejections(run, { before: baseline, after });
  if (!existing.ok) return existing;
  const { rejections } = existing;
  const outcome = await decide(run, change);
  const decision = { rejections, succeeds: outcome.ok };
  run.ports.runner.output('auto-mergeable', String(isAutoMergeable(run, change, decision)));
  const reason = outcome.ok || problems.errors.length > 0 ? [] : [`**${prose(outcome.message)}**`];
  const tenants = after.ok ? tenantNames(baseline.objects, after.objects) : noTenants;
  const report: ChangeReport = {
    mark: outcome.ok ? (isRisky(change) || rejections.length > 0 ? '⚠️' : '✅') : '❌',
    title: titleOf(change, tenants),
    notes: [...reason, ...[...notes, ...remainingVolumes(run, tenants.removed)].map((note) => `⚠️ ${note}`)],
    tenants,
    problems: [...problems.errors, ...problems.newWarnings],
    earlierWarnings: problems.warnings.length - problems.newWarnings.length,
    changes,
    texts: manifestTexts(baseline.objects, after.objects),
    cost: cost?.cost,
    rejections,
    links: linksOf(run, change.changed),
    footer: `${code(short(baseline.commit))} → ${code(short(authorsCommit(run)))} · leasehold ${version}`,
  };
  const isWorthPosting =
    changes.length + rejections.length > 0 || report.problems.length > 0 || !outcome.ok || notes.length > 0;
  return publish(run, report, { outcome, isWorthPosting });
}

async function publish(
  run: ActionRun,
  report: ChangeReport,
  { outcome, isWorthPosting }: { readonly outcome: ActionResult; readonly isWorthPosting: boolean },
): Promise<ActionResult> {
  await run.ports.runner.summary(reportText(report, summarySize));
  const posted = await postComment(run, reportText(report, commentSize), isWorthPosting);
  const failed = [outcome, posted].filter((result) => !result.ok);
  if (failed.length === 0) return success;
  return { ...failure(failed.map(({ message }) => message).join('; ')), reported: true };
}

/** Reports that the comparison failed. Replaces the comment of an earlier run, or creates one. */
export async function reportFailure(run: ActionRun, message: string): Promise<ActionResult> {
  const report: ChangeReport = {
    ...emptyReport(linksOf(run)),
    mark: '❌',
    title: 'the comparison failed',
    notes: [`**${prose(message)}**`],
    footer: `${code(short(authorsCommit(run)))} · leasehold ${version}`,
  };
  await run.ports.runner.summary(reportText(report, summarySize));
  return postComment(run, reportText(report, commentSize), true);
}

const noTenants: TenantNames = { added: [], removed: [] };

function tenantNames(before: readonly Comparable[], after: readonly Comparable[]): TenantNames {
  const of = (objects: readonly Comparable[]) => new Set(objects.map(({ tenant }) => tenant));
  const [old, now] = [of(before), of(after)];
  return {
    added: [...now].filter((tenant) => !old.has(tenant)).sort(compare),
    removed: [...old].filter((tenant) => !now.has(tenant)).sort(compare),
  };
}

/**
 * The head of the pull request, because GitHub checks out a merge of it. Without a pull request, the checked-out
 * commit.
 */
function authorsCommit({ ports: { event, history } }: ActionRun): string {
  return event.pullRequest?.headSha || (history.head() ?? '');
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

function isRisky({ changes, notes, problems }: ComparedChange): boolean {
  return (
    notes.length > 0 || problems.newWarnings.length > 0 || !['routine', 'tenant-added'].includes(worstRisk(changes))
  );
}

function titleOf({ changes, problems, after }: ComparedChange, tenants: TenantNames): string {
  if (!after.ok) return `${tallyOf(problems.errors)}, so nothing can be rendered`;
  return changes.length === 0 ? 'no objects change' : changeHeadline(changes, tenants);
}

/** Decides whether the change may be merged. */
async function decide(run: ActionRun, { problems, ...change }: ComparedChange): Promise<ActionResult> {
  const { failOn, strict } = run.inputs;
  const { errors, warnings } = problems;
  if (errors.length > 0) return failure(tallyOf(errors));
  const removal = await checkProposedRemoval(run, change);
  if (!removal.ok) return removal;
  const changes = [...change.changes, ...change.proposed];
  const risk = worstRisk(changes);
  const limit = failOn as Risk | '';
  if (changes.length > 0 && limit !== '' && riskNames.indexOf(risk) <= riskNames.indexOf(limit))
    return failure(`a change has the risk ${risk}, and fail-on is ${limit}`);
  const failing = strict ? warnings.filter(failsStrict) : [];
  const [first] = failing;
  if (first === undefined) return success;
  return failure(
    `${count(failing.length, 'warning')}, and strict is true${failing.length === 1 ? '' : '; the first'}: ${formatProblem(first)}`,
  );
}
