import { formatProblem } from '../core/problem/format.ts';
import type { ChangedLines } from '../io/git-history.ts';
import type { Problem } from '../leasehold.ts';
import { tallyOf } from '../shell/problems.ts';
import { count } from '../shell/text.ts';
import type { Annotation, Runner } from './ports.ts';

/** GitHub shows ten annotations of each severity a step, and drops the others without a word. */
const mostAnnotations = 10;

/**
 * Tells problems at their lines, those of changed lines first, then those of changed files, errors before warnings.
 * All are in the log; when more were found than are shown, a notice says how many.
 */
export function annotateProblems(problems: readonly Problem[], changed: ChangedLines, runner: Runner): void {
  for (const problem of problems) runner.log(formatProblem(problem));
  const ranked = [...problems].sort((a, b) => distance(a, changed) - distance(b, changed));
  const shown = (['error', 'warning'] as const).flatMap((severity) =>
    ranked.filter((problem) => problem.severity === severity).slice(0, mostAnnotations),
  );
  for (const problem of shown) runner.annotate(annotationOf(problem));
  const rest = problems.length - shown.length;
  if (rest > 0) runner.annotate({ severity: 'notice', message: restText(problems, rest) });
}

function distance({ at: { file, line } }: Problem, changed: ChangedLines): number {
  const hunks = changed.get(file);
  if (!hunks) return 2;
  return hunks.some(([first, last]) => line >= first && line <= last) ? 0 : 1;
}

function annotationOf({ severity, code, message, fix, at }: Problem): Annotation {
  const text = fix === undefined ? message : `${message}\n${fix}`;
  const title = at.path === '' ? code : `${code}: ${at.path}`;
  return { severity, message: text, title, ...(at.file === '' ? {} : { at }) };
}

function restText(problems: readonly Problem[], rest: number): string {
  return `${tallyOf(problems)} in all; ${count(rest, 'problem')} not shown as annotations: the log and the job summary have them`;
}
