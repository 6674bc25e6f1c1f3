import { groupBy } from '../../data/group-by.ts';
import { limits } from '../../data/limits.ts';
import { compare } from '../../data/order.ts';
import { isError, type UnlocatedProblem } from '../problem/problem.ts';

/**
 * The tenant that wrote a file in its own directory. Undefined for platform files, and if the repository has no tenant
 * directories or trusts them.
 */
export type AuthorOf = (file: string) => string | undefined;

interface FileReport {
  readonly file: string;
  readonly shown: readonly UnlocatedProblem[];
  /** Problems that report how many others are omitted. */
  readonly summaries: readonly UnlocatedProblem[];
}

const severities = [
  { code: 'more-errors', noun: 'error', isOf: isError },
  { code: 'more-warnings', noun: 'warning', isOf: (problem: UnlocatedProblem) => !isError(problem) },
] as const;

type Severity = (typeof severities)[number];

/**
 * Chooses the problems to report, by file in order. Errors and warnings have separate limits per file, per author and per
 * run. The authors share the limit of the run equally, so no author can hide the problems of others.
 */
export function reportedProblems(problems: readonly UnlocatedProblem[], authorOf: AuthorOf): readonly FileReport[] {
  const byFile = [...groupBy(problems, ({ origin }) => origin.file)].sort(([a], [b]) => compare(a, b));
  const reports = severities.map((severity) => new Map(reportsOf(severity, byFile, authorOf)));
  return byFile.map(([file]) => {
    const own = reports.flatMap((bySeverity) => bySeverity.get(file) ?? []);
    return { file, shown: own.flatMap(({ shown }) => shown), summaries: own.flatMap(({ summaries }) => summaries) };
  });
}

type ProblemsOfFile = readonly [file: string, problems: readonly UnlocatedProblem[]];

function reportsOf(
  severity: Severity,
  byFile: readonly ProblemsOfFile[],
  authorOf: AuthorOf,
): readonly (readonly [file: string, report: FileReport])[] {
  const own = byFile.map(([file, problems]) => [file, problems.filter(severity.isOf)] as const);
  const byAuthor = groupBy(
    own.filter(([, problems]) => problems.length > 0),
    ([file]) => authorOf(file),
  );
  const share = Math.max(1, Math.floor(limits.problemsOfRun / byAuthor.size));
  return [...byAuthor].flatMap(([author, files]) => {
    const max = author === undefined ? share : Math.min(share, limits.problemsOfTenant);
    return withinLimit(severity, files, { author, max });
  });
}

interface Limit {
  readonly author: string | undefined;
  readonly max: number;
}

/** The first problems of each file, up to the limit, and the number of problems in the remaining files. */
function withinLimit(
  severity: Severity,
  files: readonly ProblemsOfFile[],
  { author, max }: Limit,
): readonly (readonly [file: string, report: FileReport])[] {
  const reports: [file: string, report: FileReport][] = [];
  let left = max;
  for (const [file, problems] of files) {
    if (left === 0) break;
    const sorted = [...problems].sort((a, b) => a.origin.document - b.origin.document);
    const shown = sorted.slice(0, Math.min(left, limits.problems));
    reports.push([file, { file, shown, summaries: summaryOf(severity, sorted.slice(shown.length), 'in this file') }]);
    left -= shown.length;
  }
  const rest = files.slice(reports.length);
  const [[file] = ['']] = rest;
  const where = `in ${rest.length} file${rest.length === 1 ? '' : 's'}${author === undefined ? '' : ` of tenant ${author}`}`;
  const summaries = summaryOf(
    severity,
    rest.flatMap(([, problems]) => problems),
    where,
  );
  return summaries.length === 0 ? reports : [...reports, [file, { file, shown: [], summaries }]];
}

function summaryOf(
  { code, noun }: Severity,
  rest: readonly UnlocatedProblem[],
  where: string,
): readonly UnlocatedProblem[] {
  const [first] = rest;
  const message = `and ${rest.length} more ${noun}${rest.length === 1 ? '' : 's'} ${where}`;
  return first ? [{ code, origin: first.origin, place: first.place, message }] : [];
}
