import type { ChangedLines } from '../io/git-history.ts';
import { type Problem, type Rendering, render } from '../leasehold.ts';
import { toError } from '../shell/errors.ts';
import { fails, problemsData, tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import { trustNote } from '../shell/trust-note.ts';
import { version } from '../shell/version.ts';
import { type ActionResult, type ActionRun, countProblems, failure, readHead, success } from './action-run.ts';
import { annotateProblems } from './annotate.ts';
import { findBase } from './base.ts';
import { summarySize } from './budget.ts';
import { rejectedValidation } from './checkout.ts';
import { rejectConverted } from './converted-files.ts';
import { linksOf } from './links.ts';
import { outdatedTarget } from './outdated-target.ts';
import { emptyReport, reportText } from './report.ts';

/**
 * Logs all problems of all files, and annotates the most important ones. Writes no file of the workspace except the
 * requested SARIF log.
 */
export async function validate(run: ActionRun): Promise<ActionResult> {
  const { inputs, ports } = run;
  const outdated = await outdatedTarget(run);
  if (outdated) return outdated;
  const head = readHead(run);
  if (!head.ok) return failure(head.message);
  const rejected = rejectedValidation(run);
  if (rejected !== undefined) return failure(rejected);
  const converted = rejectConverted(run, head.files);
  if (converted) return converted;
  const { problems, resources } = render(head.files);
  annotateProblems(problems, { changed: await changedLinesSinceBase(run, problems) }, ports.runner);
  countProblems(run, problems);
  const sarif = writeSarif(run, problems);
  if (!sarif.ok) return sarif;
  const what = resources.length > 0 ? `, ${count(resources.length, 'resource')}` : '';
  const title = `${count(head.files.length, 'file')}${what}: ${tallyOf(problems)}`;
  const hasFailed = fails(problems, inputs.strict);
  const mark = hasFailed ? '❌' : problems.length > 0 ? '⚠️' : '✅';
  const report = { ...emptyReport(linksOf(run)), mark, title, problems, footer: footerOf({ resources }) } as const;
  await ports.runner.summary(reportText(report, summarySize));
  return hasFailed ? failure(tallyOf(problems)) : success;
}

function footerOf({ resources }: Pick<Rendering, 'resources'>): string {
  const note = trustNote(resources);
  return note === '' ? `leasehold ${version}` : `leasehold ${version} · ${note}`;
}

/**
 * The lines that changed since the base. They only determine which problems are annotated and in which order, so an
 * error is only logged.
 */
export async function changedLinesSinceBase(run: ActionRun, problems: readonly Problem[]): Promise<ChangedLines> {
  if (problems.length === 0) return new Map();
  const { history, runner } = run.ports;
  const head = history.head();
  try {
    const base = await findBase(run);
    if (base.ok && head !== undefined)
      return history.changedLines({ base: base.commit, head }, run.inputs.path, base.environment);
    if (!base.ok) runner.log(`the changed lines are unknown: ${base.message}`);
  } catch (error) {
    runner.log(`the changed lines are unknown: ${toError(error).message}`);
  }
  return new Map();
}

/** Writes the requested SARIF log inside the workspace. */
export function writeSarif({ inputs: { sarifFile }, ports }: ActionRun, problems: readonly Problem[]): ActionResult {
  if (sarifFile === '') return success;
  if (!ports.files.isWritable(sarifFile))
    return failure(`sarif-file ${sarifFile} is a link or outside the workspace; choose another file`);
  ports.files.writeText(sarifFile, problemsData(problems, 'sarif'));
  return success;
}
