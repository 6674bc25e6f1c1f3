import { textAt, valueAt } from '../../data/tree.ts';
import type { Unexamined } from '../finding.ts';
import { type Answers, settingPaths } from './answers.ts';
import { isKnown, renderedSources, renderTargets } from './branch-names.ts';
import { isExpression } from './matrix.ts';
import type { Repository } from './repository.ts';
import { directoryOf, isAction, leaseholdSteps, reviewJobs, type Workflow } from './workflow.ts';

/** The parts of the checkout that the doctor cannot evaluate, with the reasons. */
export function unexaminedIn(repository: Repository, answers: Answers): readonly Unexamined[] {
  const { workflows, unreadable, sources } = repository;
  return [
    ...unreadable.map(({ file, why }) => ({ what: file, why })),
    ...unknownBranches(workflows),
    ...otherSources(answers),
    ...unknownTarget(repository, answers),
    ...workflows.flatMap(unknownInputs),
    ...workflows.flatMap((workflow) => otherActions(workflow, answers)),
    ...workflows.flatMap((workflow) => calledWorkflows(workflow, answers)),
    ...(sources.length > 0 ? [] : [{ what: 'owners of input files', why: 'no input files were found' }]),
  ];
}

function unknownBranches(workflows: readonly Workflow[]): readonly Unexamined[] {
  const unknown = [...renderTargets(workflows), ...renderedSources(workflows)].filter((one) => !isKnown(one));
  return unknown.map(({ workflow: { file }, branch }) => ({
    what: `branch ${branch}`,
    why: `the name in ${file} is ${isExpression(branch) ? 'an expression' : 'a pattern'}`,
  }));
}

/** The checkout contains the files of a single branch. */
function otherSources({ sourceBranches: [, ...others] }: Answers): readonly Unexamined[] {
  return others.map((branch) => ({
    what: `CODEOWNERS, workflows and input files of branch ${branch}`,
    why: `the doctor reads a single checkout; check out ${branch}, and pass --branch ${branch}`,
  }));
}

/** With a directory per tenant, the branch that Argo CD applies must be protected from the teams. */
function unknownTarget({ workflows, directories }: Repository, { renderedBranches }: Answers): readonly Unexamined[] {
  const commits = workflows.flatMap(({ jobs }) => jobs.flatMap(leaseholdSteps)).some(({ mode }) => mode === 'commit');
  if (!directories || commits || renderedBranches.length > 0) return [];
  const why = 'no workflow commits manifests with a step that the doctor recognizes; pass --rendered BRANCH';
  return [{ what: 'the branch that Argo CD applies', why }];
}

/** Inputs and runs that only a workflow run determines. */
function unknownInputs(workflow: Workflow): readonly Unexamined[] {
  const { file, jobs } = workflow;
  const inputs = jobs.flatMap((job) => [
    ...leaseholdSteps(job).map(({ step }) => ['input files in', directoryOf(step)] as const),
    ...job.steps.filter(isAction).map(({ inputs }) => ['mode', String(inputs['mode'] ?? '')] as const),
  ]);
  const unknown = new Map(inputs.filter(([, text]) => isExpression(text)).map((one) => [one.join(' '), one]));
  const matrices = reviewJobs(workflow).filter(({ legs }) => legs.some(({ suffix }) => suffix === undefined));
  return [
    ...[...unknown.keys()].map((what) => ({ what, why: `the value in ${file} is an expression` })),
    ...matrices.map(({ id }) => ({ what: `checks of job ${id}`, why: `its matrix in ${file} is an expression` })),
  ];
}

/** Actions with the name of leasehold that belong neither to leasehold nor to the owner of the repository. */
function otherActions({ file, jobs }: Workflow, { repository }: Answers): readonly Unexamined[] {
  const [own] = (repository.ok ? textAt(repository.body, 'full_name') : '').toLowerCase().split('/');
  const uses = jobs.flatMap(({ steps }) => steps.filter((step) => isAction(step)).map((step) => step.uses));
  return [...new Set(uses)]
    .filter((one) => !['leasehold', own, '.', '$'].includes(one.toLowerCase().split('/')[0]))
    .map((one) => ({ what: `action ${one}`, why: `${file} runs it, and the doctor knows only leasehold/leasehold` }));
}

/** Workflows of other repositories that get a token that can write, or secrets. They can push manifests too. */
function calledWorkflows({ file, body, jobs }: Workflow, answers: Answers): readonly Unexamined[] {
  const setting = answers.at(settingPaths.workflow);
  const isReadOnly = setting.ok && textAt(setting.body, 'default_workflow_permissions') === 'read';
  const fallback = valueAt(body, 'permissions') ?? (isReadOnly ? 'read-all' : 'write-all');
  return jobs.flatMap((job) => {
    const uses = textAt(job.body, 'uses');
    const permissions = valueAt(job.body, 'permissions') ?? fallback;
    const canWrite = permissions === 'write-all' || textAt(permissions, 'contents') === 'write';
    const hasSecrets = valueAt(job.body, 'secrets') !== undefined;
    if (uses === '' || uses.startsWith('./') || !(canWrite || hasSecrets)) return [];
    const why = `job ${job.id} in ${file} runs it with ${hasSecrets ? 'secrets' : 'a token that can write'}, and the doctor reads only this repository`;
    return [{ what: `workflow ${uses}`, why }];
  });
}
