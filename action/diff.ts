import type { Risk } from '../analysis/diff/change.ts';
import { formatProblem } from '../core/problem/format.ts';
import { type Comparison, compare, type Rendering, render, type SourceFile } from '../leasehold.ts';
import { tallyOf } from '../shell/problems.ts';
import { version } from '../shell/version.ts';
import { type ActionResult, type ActionRun, countProblems, failure, readHead, success } from './action-run.ts';
import { annotateProblems } from './annotate.ts';
import { type Base, findBase, readBase } from './base.ts';
import { commentBytes, summaryBytes } from './budget.ts';
import { changeSummary, riskNames, setChangeOutputs, worstRisk } from './change-summary.ts';
import { readCost } from './cost.ts';
import { code, prose } from './markdown.ts';
import { postComment } from './post-comment.ts';
import { approvalOf } from './removal.ts';
import { type ChangeReport, reportText } from './report.ts';
import { writeSarif } from './validate.ts';

/** Reports what a change does to the objects of a cluster, in the job summary and in a comment. */
export async function diff(run: ActionRun): Promise<ActionResult> {
  const head = readHead(run);
  if (!head.ok) return failure(head.message);
  const base = await findBase(run);
  if (!base.ok) return failure(base.message);
  const past = readBase(run, base);
  if (!past.ok) return past;
  const sides = { before: render(past.files), after: render(head.files), files: head.files };
  const comparison = compare(sides.before, sides.after, head.files);
  const problems = [...sides.after.problems.filter(({ severity }) => severity === 'warning'), ...comparison.problems];
  annotateProblems(problems, changedIn(run, base), run.ports.runner);
  countProblems(run, problems);
  setChangeOutputs(run, comparison.changes);
  const sarif = writeSarif(run, problems);
  if (!sarif.ok) return sarif;
  return report(run, { base, comparison, sides });
}

function changedIn({ ports: { history } }: ActionRun, { commit, environment }: Found) {
  const head = history.head();
  return head === undefined ? new Map() : history.changedLines(commit, head, environment);
}

type Found = Extract<Base, { readonly ok: true }>;

interface Compared {
  readonly base: Found;
  readonly comparison: Comparison;
  readonly sides: Sides;
}

interface Sides {
  readonly before: Rendering;
  readonly after: Rendering;
  readonly files: readonly SourceFile[];
}

async function report(run: ActionRun, compared: Compared): Promise<ActionResult> {
  const { comparison, sides, base } = compared;
  const cost = comparison.baseProblems.length === 0 && sides.after.ok ? readCost(run, sides) : undefined;
  if (cost && !cost.ok) return failure(cost.message);
  const decision = decide(run, compared);
  const text: ChangeReport = {
    lead: decision.lead,
    problems: comparison.problems,
    changes: comparison.changes,
    cost: cost?.cost,
    footer: `${code(base.commit.slice(0, 12))} → ${code((run.ports.history.head() ?? '').slice(0, 12))} · leasehold ${version}`,
  };
  await run.ports.runner.summary(reportText(text, summaryBytes, 20));
  const createIfMissing = comparison.changes.length > 0 || !decision.outcome.ok;
  const put = await postComment(run, reportText(text, commentBytes, 5), createIfMissing);
  return put.ok ? decision.outcome : put;
}

/** Decides whether the change may be merged, and the first line of the report. */
function decide(
  run: ActionRun,
  { base, comparison, sides }: Compared,
): { readonly lead: string; readonly outcome: ActionResult } {
  const { problems, changes, baseProblems } = comparison;
  const named = code(base.commit.slice(0, 12));
  if (problems.length > 0) {
    const lead = `❌ **${tallyOf(problems)}**: nothing can be rendered${comparison.changes.length > 0 ? ' safely' : ''}.`;
    return { lead, outcome: failure(tallyOf(problems)) };
  }
  if (baseProblems.length > 0) {
    for (const problem of baseProblems) run.ports.runner.log(`in the base: ${formatProblem(problem)}`);
    return { lead: `⚠️ ${named} has ${tallyOf(baseProblems)}, so there is nothing to compare with.`, outcome: success };
  }
  const removal = approvalOf(run, sides);
  if (!removal.ok) return { lead: `❌ **${prose(removal.message)}**`, outcome: failure(removal.message) };
  if (changes.length === 0) return { lead: `✅ No object differs from ${named}.`, outcome: success };
  const risk = worstRisk(changes);
  const limit = run.inputs.failOn as Risk | '';
  const lead = `${changeSummary(changes)}. Worst risk: **${risk}**.`;
  const isOver = limit !== '' && riskNames.indexOf(risk) <= riskNames.indexOf(limit);
  return { lead, outcome: isOver ? failure(`a change is of risk ${risk}; fail-on is ${limit}`) : success };
}
