import { textAt } from '../../data/tree.ts';
import { count } from '../../shell/text.ts';
import { type Diagnosis, error, type Finding } from '../finding.ts';
import { type Answers, settingPaths, type Wanted } from './answers.ts';
import { readBranch } from './branch.ts';
import { type BranchName, isKnown, renderedSources, renderTargets } from './branch-names.ts';
import { renderedBranchRules, sourceBranchRules } from './branch-rules.ts';
import { directoryOwners } from './directory-owners.ts';
import { combine, distinct, type Outcome } from './outcome.ts';
import { ownerRules } from './owner-rules.ts';
import { type Repository, workflowDirectory } from './repository.ts';
import { requiredJobRules } from './required-job-rules.ts';
import { reviewInputRules } from './review-input-rules.ts';
import { reviewsOf, unreviewed } from './review-rules.ts';
import { settingsRules } from './settings-rules.ts';
import { unexaminedIn } from './unexamined.ts';
import { reviewJobs, type Workflow } from './workflow.ts';
import { secretRules, workflowRules } from './workflow-rules.ts';

/** The branches that a repository's workflows render, and those to which they commit manifests. Omits unknown branches. */
export function namedBranches({ workflows }: Repository): Pick<Wanted, 'otherSources' | 'renderedBranches'> {
  const known = (names: readonly BranchName[]) => names.filter(isKnown).map(({ branch }) => branch);
  return { otherSources: known(renderedSources(workflows)), renderedBranches: known(renderTargets(workflows)) };
}

/**
 * Reports gaps, in the checkout and in the settings of GitHub, through which a change can merge without a review by code
 * owners or without a check of leasehold. Pure.
 */
export function diagnoseGitHub(repository: Repository, answers: Answers): Diagnosis {
  const name = (answers.repository.ok && textAt(answers.repository.body, 'full_name')) || 'repository';
  const { codeOwners, workflows, sources } = repository;
  const files = [...ownerRules(repository, answers.sourceBranches), ...workflowFindings(repository, answers)];
  const outcome = combine([
    { findings: files, unexamined: [] },
    reviewInputs(workflows, answers),
    remoteOutcome(name, repository, answers),
    { findings: [], unexamined: unexaminedIn(repository, answers) },
  ]);
  return {
    ...distinct(outcome),
    examined: [
      ...(codeOwners ? [codeOwners.file] : []),
      ...workflows.map(({ file }) => file),
      ...(sources.length > 0 ? [`owners of ${count(sources.length, 'input file')}`] : []),
      ...examinedBranches(answers),
    ],
  };
}

/** Branches for which at least one of GitHub's two kinds of protection is readable. */
function examinedBranches(answers: Answers): readonly string[] {
  const { repository, sourceBranches, renderedBranches: rendered } = answers;
  if (!repository.ok) return [];
  const branches = [...new Set([...sourceBranches, ...rendered])].map((branch) => readBranch(branch, answers));
  return branches.flatMap(({ name, classic, rules }) => (classic.ok || rules.ok ? [`branch ${name}`] : []));
}

/** Checks the settings on GitHub. Reports a single reason if GitHub is not reachable. */
function remoteOutcome(name: string, checkout: Repository, answers: Answers): Outcome {
  const { repository, sourceBranches, renderedBranches: rendered } = answers;
  if (!repository.ok) {
    const what = 'branch protection, rulesets, required checks and settings of GitHub';
    return { findings: [], unexamined: [{ what, why: repository.why }] };
  }
  const context = { repository: name, reviews: reviewsOf(checkout.workflows), owners: directoryOwners(checkout) };
  return combine([
    ...sourceBranches.map((branch) => sourceBranchRules(readBranch(branch, answers), context)),
    ...rendered
      .filter((branch) => !sourceBranches.includes(branch))
      .map((branch) => renderedBranchRules(readBranch(branch, answers), context)),
    settingsRules(name, answers),
  ]);
}

function workflowFindings({ workflows, directories }: Repository, answers: Answers): readonly Finding[] {
  const setting = answers.at(settingPaths.workflow);
  const defaultPermissions = setting.ok ? textAt(setting.body, 'default_workflow_permissions') : undefined;
  const isOnly = answers.sourceBranches.length === 1;
  const branches = answers.sourceBranches.map((name) => ({ name, hasQueue: hasQueue(name, answers), isOnly }));
  const jobs = jobsOf(workflows);
  return [
    ...workflows.flatMap((workflow) => workflowRules(workflow, { defaultPermissions })),
    ...(directories ? workflows.flatMap(secretRules) : []),
    ...(jobs.length === 0 ? [noReview('')] : unreviewed(workflows).map((directory) => noReview(` for ${directory}`))),
    ...branches.flatMap((branch) => jobs.flatMap(([workflow, job]) => requiredJobRules(workflow, job, branch))),
  ];
}

function hasQueue(name: string, answers: Answers): boolean {
  const { rules } = readBranch(name, answers);
  return rules.ok && rules.value.some((rule) => textAt(rule, 'type') === 'merge_queue');
}

function reviewInputs(workflows: readonly Workflow[], { sourceBranches }: Answers): Outcome {
  return combine(jobsOf(workflows).map(([workflow, job]) => reviewInputRules(workflow, job, sourceBranches)));
}

/** The jobs that review pull requests, with their workflows. */
function jobsOf(workflows: readonly Workflow[]) {
  return workflows.flatMap((workflow) => reviewJobs(workflow).map((job) => [workflow, job] as const));
}

function noReview(which: string): Finding {
  return error(
    { file: workflowDirectory, name: 'workflows' },
    {
      path: 'on.pull_request',
      message: `no workflow runs leasehold on pull requests${which}`,
      fix: 'add the workflow from docs/github-action.md, and require its job',
    },
  );
}
