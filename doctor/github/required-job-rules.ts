import { textAt, textsAt, valueAt } from '../../data/tree.ts';
import { error, type Finding, warning } from '../finding.ts';
import { type Job, leaseholdSteps, pullRequestEvents, type Workflow } from './workflow.ts';
import { at } from './workflow-rules.ts';

/** The branch that requires the job. */
export interface SourceBranch {
  readonly name: string;
  readonly hasQueue: boolean;
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
function otherTargets(workflow: Workflow, { name, hasQueue }: SourceBranch): readonly Finding[] {
  if (hasQueue) return [];
  return pullRequestEvents
    .filter((event) => workflow.triggers.has(event))
    .filter((event) => {
      const [types, branches] = ['types', 'branches'].map((field) => entriesAt(workflow.triggers.get(event), field));
      return !types?.includes('edited') && (branches?.length === 0 || branches?.some((branch) => branch !== name));
    })
    .map((event) => {
      const message = `the check of a pull request into another branch stays valid if its target changes to ${name}`;
      const fix = `add edited to types, as in docs/github-action.md, or set branches: [${name}]`;
      return warning(workflow, at(workflow, ['on', event], { message, fix }));
    });
}

/** The entries of a list. A single entry can also be a text. */
function entriesAt(tree: unknown, field: string): readonly string[] {
  const text = textAt(tree, field);
  return text === '' ? textsAt(tree, field) : [text];
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
  const condition = String(valueAt(job.body, 'if') ?? '');
  const runsAlways = /\b(?:always|cancelled)\(\)/.test(condition);
  if (runsAlways) return [];
  const fix = 'let the job always run, and put conditions on steps other than leasehold';
  const details = (field: string, message: string) =>
    warning(workflow, at(workflow, [...job.path, field], { message, fix }));
  return [
    ...(condition === ''
      ? []
      : [details('if', 'GitHub counts a skipped job as a success, so a pull request can be merged unchecked')]),
    ...(valueAt(job.body, 'needs') === undefined
      ? []
      : [details('needs', 'if a job in needs fails, GitHub skips this job and counts it as a success')]),
  ];
}

function ignoredFailures(workflow: Workflow, job: Job): readonly Finding[] {
  const steps = leaseholdSteps(job).map(({ step }) => step);
  const ignored = steps.filter(
    ({ body }) => ![undefined, false].includes(valueAt(body, 'continue-on-error') as undefined),
  );
  const onlyIf = steps.length === 1 ? steps.filter(({ body }) => textAt(body, 'if') !== '') : [];
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
    ...onlyIf.map(({ path }) =>
      warning(
        workflow,
        at(workflow, [...path, 'if'], {
          message: 'if the condition is false, the check succeeds without running leasehold',
          fix: 'remove the condition',
        }),
      ),
    ),
  ];
}
