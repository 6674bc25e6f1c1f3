import { type Finding, warning } from '../finding.ts';
import type { Branch } from './branch.ts';
import { isExpression } from './matrix.ts';
import { type Advice, combine, distinct, type Outcome, outcomeOf, subjectOf } from './outcome.ts';
import { requiredChecks, requiresCheck } from './requirement.ts';
import { directoryOf, isCheckOf, leaseholdSteps, reviewJobs, reviewSteps, type Workflow } from './workflow.ts';

/** Matches the names of the checks that review a directory. */
export type Review = (context: string) => boolean;

/** The reviews of each directory that a workflow reviews. */
export function reviewsOf(workflows: readonly Workflow[]): ReadonlyMap<string, Review> {
  const found = workflows.flatMap(reviewJobs).flatMap((job) =>
    reviewSteps(job).map(({ step, leg }) => ({
      directory: directoryOf(step),
      matches: (context: string) => isCheckOf(job, leg, context),
    })),
  );
  const directories = [...new Set(found.map(({ directory }) => directory))];
  const reviews = directories.map((directory) => {
    const own = found.filter((one) => contains(one.directory, directory));
    return [directory, (context: string) => own.some(({ matches }) => matches(context))] as const;
  });
  return new Map(reviews);
}

/** The directories that workflows commit without a review of pull requests. Omits those that only a run determines. */
export function unreviewed(workflows: readonly Workflow[]): readonly string[] {
  const reviewed = workflows
    .flatMap(reviewJobs)
    .flatMap((job) => reviewSteps(job).map(({ step }) => directoryOf(step)));
  const isReviewed = (directory: string) => reviewed.some((one) => isExpression(one) || contains(one, directory));
  const steps = workflows.flatMap(({ jobs }) => jobs.flatMap(leaseholdSteps)).filter(({ mode }) => mode === 'commit');
  const committed = new Set(steps.map(({ step }) => directoryOf(step)));
  return [...committed].filter((directory) => !isExpression(directory) && !isReviewed(directory));
}

function contains(outer: string, directory: string): boolean {
  return outer === '.' || outer === directory || directory.startsWith(`${outer}/`);
}

/** Requires at least one check of each directory, and a source for it. */
export function reviewRules(repository: string, branch: Branch, reviews: ReadonlyMap<string, Review>): Outcome {
  const all = reviews.size === 0 ? [['', () => false] as const] : [...reviews];
  const outcomes = all.map(([directory, review]) => {
    const advice = leaseholdCheck(reviews.size > 1 ? ` for ${directory}` : '');
    const outcome = outcomeOf(repository, branch, advice, requiresCheck(review, branch));
    return combine([outcome, { findings: checksWithoutSource(repository, branch, review), unexamined: [] }]);
  });
  return distinct(combine(outcomes));
}

function leaseholdCheck(which: string): Advice {
  return {
    severity: 'error',
    setting: 'Require status checks to pass',
    message: `no check of leasehold${which} is required, so a pull request with errors that block every render can be merged`,
    fix: 'require the job that runs leasehold on pull requests',
  };
}

/**
 * Reports the first required check of leasehold if none of these checks has a source, because anyone with write access
 * can report a check without a source as passed.
 */
function checksWithoutSource(repository: string, branch: Branch, review: Review): readonly Finding[] {
  const own = requiredChecks(branch).filter(({ context }) => review(context));
  if (own.length === 0 || own.some(({ hasSource }) => hasSource)) return [];
  const message = 'the required check has no source, so anyone with write access can report it as passed';
  const fix = 'select GitHub Actions as the source of the check';
  return [warning(subjectOf(repository, branch), { path: own[0]?.context ?? '', message, fix })];
}
