import { groupBy } from '../../data/group-by.ts';
import { textsAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { entriesAt } from './branch-names.ts';
import { directoryOf, type Job, pullRequestEvents, reviewSteps, type Step, type Workflow } from './workflow.ts';
import { at } from './workflow-rules.ts';

/** The branch that requires the job. */
export interface SourceBranch {
  readonly name: string;
  readonly hasQueue: boolean;
  /** False if leasehold renders several branches. */
  readonly isOnly: boolean;
}

/** Rules for a job that a branch requires as a status check. */
export function requiredJobRules(workflow: Workflow, job: Job, branch: SourceBranch): readonly Finding[] {
  return [
    ...filters(workflow),
    ...otherTargets(workflow, branch),
    ...mergeGroup(workflow, branch),
    ...skips(workflow, job),
    ...ignoredFailures(workflow, job),
  ];
}

/**
 * Reports filters. A skipped workflow reports no check, so the pull request waits for the check forever
 * [sources: github-3].
 */
function filters(workflow: Workflow): readonly Finding[] {
  const events = ['pull_request', 'pull_request_target', 'merge_group'];
  const paths = events.flatMap((event) => ['paths', 'paths-ignore'].map((filter) => [event, filter]));
  return paths
    .filter(([event = '', filter = '']) => textsAt(workflow.triggers.get(event), filter).length > 0)
    .map(([event = '', filter = '']) => {
      const message = `a pull request skipped by the filter ${filter} never gets the required check, so it cannot be merged`;
      const fix = `remove ${filter}; a check of unchanged tenants takes seconds`;
      return error(workflow, at(workflow, ['on', event, filter], { message, fix }));
    });
}

/**
 * Reports an event that does not check a pull request again if its target branch changes. Such a workflow can only run for pull
 * requests into the source branch [sources: github-4]. A merge queue checks every pull request again.
 */
function otherTargets(workflow: Workflow, { name, hasQueue, isOnly }: SourceBranch): readonly Finding[] {
  if (hasQueue) return [];
  return pullRequestEvents
    .filter((event) => workflow.triggers.has(event))
    .filter((event) => {
      const [types, branches] = ['types', 'branches'].map((field) => entriesAt(workflow.triggers.get(event), field));
      return !types?.includes('edited') && (branches?.length === 0 || branches?.some((branch) => branch !== name));
    })
    .map((event) => {
      const message = `the check of a pull request into another branch stays valid if its target changes to ${name}`;
      const fix = `add edited to types, as in docs/github-action.md${isOnly ? `, or set branches: [${name}]` : ''}`;
      return warning(workflow, at(workflow, ['on', event], { message, fix }));
    });
}

function mergeGroup(workflow: Workflow, { hasQueue }: SourceBranch): readonly Finding[] {
  if (workflow.triggers.has('merge_group')) return [];
  const message = hasQueue
    ? 'the merge queue waits for the required check, but the workflow does not start on merge_group'
    : 'without the event merge_group, the required check blocks every merge once the branch has a merge queue';
  return [(hasQueue ? error : warning)(workflow, at(workflow, ['on'], { message, fix: 'add merge_group: to on' }))];
}

/**
 * Reports conditions that can skip a required job, because GitHub counts a skipped job as a success
 * [sources: github-3].
 */
function skips(workflow: Workflow, job: Job): readonly Finding[] {
  const condition = conditionOf(job.body);
  const fix = 'let the job always run, and put conditions on steps other than leasehold';
  const details = (field: string, message: string) =>
    warning(workflow, at(workflow, [...job.path, field], { message, fix }));
  return [
    ...(isAlwaysMet(condition)
      ? []
      : [details('if', 'GitHub counts a skipped job as a success, so a pull request can be merged unchecked')]),
    ...(valueAt(job.body, 'needs') === undefined || ignoresFailures(condition)
      ? []
      : [details('needs', 'if a job in needs fails, GitHub skips this job and counts it as a success')]),
  ];
}

/** The condition of a job or a step, as the text inside of the expression. Empty if there is none. */
function conditionOf(body: unknown): string {
  const text = String(valueAt(body, 'if') ?? '').trim();
  return (/^\$\{\{([^}]*)\}\}$/.exec(text)?.[1] ?? text).replace(/\s/g, '').toLowerCase();
}

function isAlwaysMet(condition: string): boolean {
  return ['', 'true', 'always()', '!cancelled()'].includes(condition);
}

/** Without a status function, GitHub adds the condition that all jobs in `needs` succeed. */
function ignoresFailures(condition: string): boolean {
  return /\b(?:always|cancelled)\(\)/.test(condition);
}

function ignoredFailures(workflow: Workflow, job: Job): readonly Finding[] {
  const steps = reviewSteps(job).map(({ step }) => step);
  const ignored = steps.filter(
    ({ body }) => ![undefined, false].includes(valueAt(body, 'continue-on-error') as undefined),
  );
  return [
    ...ignored.map(({ path }) =>
      error(
        workflow,
        at(workflow, [...path, 'continue-on-error'], {
          message: 'the check succeeds regardless of what leasehold finds',
          fix: 'remove continue-on-error',
        }),
      ),
    ),
    ...conditionalReviews(workflow, steps),
  ];
}

/** Reports directories that only steps with a condition check. */
function conditionalReviews(workflow: Workflow, steps: readonly Step[]): readonly Finding[] {
  return [...groupBy(steps, directoryOf)].flatMap(([directory, same]) => {
    const [first] = same;
    if (!first || same.some(({ body }) => isAlwaysMet(conditionOf(body)))) return [];
    const message = `if the condition is false, the check succeeds without running leasehold for ${directory}`;
    return [warning(workflow, at(workflow, [...first.path, 'if'], { message, fix: 'remove the condition' }))];
  });
}
