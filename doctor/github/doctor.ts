import { textAt } from '../../data/tree.ts';
import { count } from '../../shell/text.ts';
import { type Diagnosis, error, type Finding, type Unexamined } from '../finding.ts';
import { type Answers, settingPaths } from './answers.ts';
import { readBranch } from './branch.ts';
import { renderedBranchRules, sourceBranchRules } from './branch-rules.ts';
import { directoryOwners } from './directory-owners.ts';
import { combine, type Outcome } from './outcome.ts';
import { ownerRules } from './owner-rules.ts';
import { type RenderTarget, type Repository, renderTargets, workflowDirectory } from './repository.ts';
import { requiredJobRules } from './required-job-rules.ts';
import { settingsRules } from './settings-rules.ts';
import { isCheckOf, reviewJobs } from './workflow.ts';
import { secretRules, workflowRules } from './workflow-rules.ts';

/** True for a branch name that contains an expression, which only a workflow run can evaluate. */
const isExpression = ({ branch }: RenderTarget) => branch.includes('${{');

/** The branches to which a repository's workflows commit manifests. Omits branches that contain an expression. */
export function renderedBranches({ workflows }: Repository): readonly string[] {
  return renderTargets(workflows).flatMap((target) => (isExpression(target) ? [] : [target.branch]));
}

/**
 * Reports gaps, in the checkout and in the settings of GitHub, through which a change can merge without a review by code
 * owners or without a check of leasehold. Pure.
 */
export function diagnoseGitHub(repository: Repository, answers: Answers): Diagnosis {
  const name = (answers.repository.ok && textAt(answers.repository.body, 'full_name')) || 'repository';
  const remote = remoteOutcome(name, repository, answers);
  const { codeOwners, workflows, sources } = repository;
  return {
    findings: [
      ...ownerRules(repository, [answers.sourceBranch]),
      ...workflowFindings(repository, answers),
      ...remote.findings,
    ],
    examined: [
      ...(codeOwners ? [codeOwners.file] : []),
      ...workflows.map(({ file }) => file),
      ...(sources.length > 0 ? [`owners of ${count(sources.length, 'input file')}`] : []),
      ...examinedBranches(answers),
    ],
    unexamined: [...remote.unexamined, ...unreadFiles(repository)],
  };
}

/** Branches for which at least one of GitHub's two kinds of protection is readable. */
function examinedBranches(answers: Answers): readonly string[] {
  const { repository, sourceBranch, renderedBranches: rendered } = answers;
  if (!repository.ok) return [];
  const branches = [...new Set([sourceBranch, ...rendered])].map((branch) => readBranch(branch, answers));
  return branches.flatMap(({ name, classic, rules }) => (classic.ok || rules.ok ? [`branch ${name}`] : []));
}

/** Checks the settings on GitHub. Reports a single reason if GitHub is not reachable. */
function remoteOutcome(name: string, checkout: Repository, answers: Answers): Outcome {
  const { repository, sourceBranch, renderedBranches: rendered } = answers;
  if (!repository.ok) {
    const what = 'branch protection, rulesets, required checks and settings of GitHub';
    return { findings: [], unexamined: [{ what, why: repository.why }] };
  }
  const jobs = checkout.workflows.flatMap(reviewJobs);
  const checks = jobs.map((job) => (context: string) => isCheckOf(job, context));
  const context = { repository: name, checks, owners: directoryOwners(checkout) };
  return combine([
    sourceBranchRules(readBranch(sourceBranch, answers), context),
    ...rendered
      .filter((branch) => branch !== sourceBranch)
      .map((branch) => renderedBranchRules(readBranch(branch, answers), context)),
    settingsRules(name, answers),
  ]);
}

function unreadFiles({ workflows, unreadable, sources }: Repository): readonly Unexamined[] {
  const targets = renderTargets(workflows).filter(isExpression);
  return [
    ...unreadable.map(({ file, why }) => ({ what: file, why })),
    ...targets.map(({ workflow, branch }) => ({
      what: `branch ${branch}`,
      why: `the name in ${workflow.file} is an expression`,
    })),
    ...(sources.length > 0 ? [] : [{ what: 'owners of input files', why: 'no input files were found' }]),
  ];
}

function workflowFindings({ workflows, directories }: Repository, answers: Answers): readonly Finding[] {
  const setting = answers.at(settingPaths.workflow);
  const defaultPermissions = setting.ok ? textAt(setting.body, 'default_workflow_permissions') : undefined;
  const branch = readBranch(answers.sourceBranch, answers);
  const hasQueue = branch.rules.ok && branch.rules.value.some((rule) => textAt(rule, 'type') === 'merge_queue');
  const jobs = workflows.flatMap((workflow) => reviewJobs(workflow).map((job) => [workflow, job] as const));
  return [
    ...workflows.flatMap((workflow) => workflowRules(workflow, { defaultPermissions })),
    ...(directories ? workflows.flatMap(secretRules) : []),
    ...(jobs.length === 0 ? [noReview] : []),
    ...unique(jobs.flatMap(([workflow, job]) => requiredJobRules(workflow, job, { name: branch.name, hasQueue }))),
  ];
}

/** Removes duplicate findings about the events of a workflow with several jobs. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((one) => [`${one.file}:${one.line}:${one.path}:${one.message}`, one])).values()];
}

const noReview = error(
  { file: workflowDirectory, name: 'workflows' },
  {
    path: 'on.pull_request',
    message: 'no workflow runs leasehold on pull requests',
    fix: 'add the workflow from docs/github-action.md, and require its job',
  },
);
