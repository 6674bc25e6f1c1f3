import { formatProblem } from '../core/problem/format.ts';
import type { ChangedLines } from '../io/git-history.ts';
import type { Problem } from '../leasehold.ts';
import { tallyOf } from '../shell/problems.ts';
import { count, printable } from '../shell/text.ts';
import type { Annotation, Runner } from './ports.ts';

/** GitHub shows ten annotations of each severity per step and silently drops the rest. */
const maxAnnotations = 10;

/** The lines that a change modifies and the problems that it introduces. */
export interface ChangeScope {
  readonly changed: ChangedLines;
  /** True if the change introduces the problem. Undefined if the earlier problems are unknown. */
  readonly isNew?: (problem: Problem) => boolean;
}

/**
 * Annotates at most ten errors and ten warnings at their lines. In both groups, problems on changed lines come first,
 * then new problems, then problems in changed files. Omits existing warnings on unchanged lines if `isNew` is known. A
 * notice counts the omitted problems, and the log lists all problems.
 */
export function annotateProblems(problems: readonly Problem[], scope: ChangeScope, runner: Runner): void {
  for (const problem of problems) runner.log(formatProblem(problem));
  const ranked = problems
    .map((problem) => ({ problem, distance: distance(problem, scope) }))
    .filter((one) => one.problem.severity === 'error' || !scope.isNew || one.distance < 2)
    .sort((a, b) => a.distance - b.distance)
    .map(({ problem }) => problem);
  const shown = (['error', 'warning'] as const).flatMap((severity) =>
    ranked.filter((problem) => problem.severity === severity).slice(0, maxAnnotations),
  );
  for (const problem of shown) runner.annotate(annotationOf(problem));
  const rest = problems.length - shown.length;
  if (rest > 0) runner.annotate({ severity: 'notice', message: restText(problems, rest) });
}

/** How far a problem is from the change: 0 on a changed line, 1 for a new problem, 2 in a changed file, 3 otherwise. */
function distance(problem: Problem, { changed, isNew }: ChangeScope): number {
  const { file, line } = problem.at;
  const hunks = changed.get(file) ?? [];
  if (hunks.some(([first, last]) => line >= first && line <= last)) return 0;
  if (isNew?.(problem)) return 1;
  return hunks.length > 0 ? 2 : 3;
}

function annotationOf({ severity, code, message, fix, at }: Problem): Annotation {
  const text = [message, ...(fix === undefined ? [] : [fix])].map(printable).join('\n');
  const title = at.path === '' ? code : `${code}: ${printable(at.path)}`;
  return { severity, message: text, title, ...(at.file === '' ? {} : { at }) };
}

function restText(problems: readonly Problem[], rest: number): string {
  return `${tallyOf(problems)} in total; the log contains ${count(rest, 'more problem')}`;
}
