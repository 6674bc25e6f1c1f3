import { textAt, textsAt } from '../../data/tree.ts';
import { isExpression } from './matrix.ts';
import { leaseholdSteps, type Workflow } from './workflow.ts';

/** A branch that a workflow names. */
export interface BranchName {
  readonly workflow: Workflow;
  readonly branch: string;
}

/** False for an expression or a pattern, whose branches only a workflow run determines. */
export function isKnown({ branch }: BranchName): boolean {
  return !isExpression(branch) && !/[*?+![]/.test(branch);
}

/** The branches that workflows commit manifests to. Omits the source branch, to a folder of which `deliver: folder` commits. */
export function renderTargets(workflows: readonly Workflow[]): readonly BranchName[] {
  return distinct(workflows, (workflow) =>
    workflow.jobs.flatMap(leaseholdSteps).flatMap(({ step, mode }) => {
      if (mode !== 'commit' || step.inputs['deliver'] === 'folder') return [];
      return [String(step.inputs['target-branch'] || 'rendered')];
    }),
  );
}

/** The branches in the input `source-branch` of workflows. A step without it renders the default branch of the repository. */
export function renderedSources(workflows: readonly Workflow[]): readonly BranchName[] {
  return distinct(workflows, (workflow) =>
    workflow.jobs.flatMap(leaseholdSteps).flatMap(({ step, mode }) => {
      const branch = String(step.inputs['source-branch'] ?? '');
      if (mode === 'validate' || branch === '') return [];
      return isBranchOfRun(branch) ? pushedBranches(workflow, branch) : [branch];
    }),
  );
}

function isBranchOfRun(branch: string): boolean {
  return /^\$\{\{\s*github\.ref_name\s*\}\}$/.test(branch);
}

/** The branches whose pushes start a workflow. The expression itself if all branches do. */
function pushedBranches({ triggers }: Workflow, expression: string): readonly string[] {
  const branches = entriesAt(triggers.get('push'), 'branches');
  return branches.length === 0 ? [expression] : branches;
}

/** The entries of a list. A single entry can also be a text. */
export function entriesAt(tree: unknown, field: string): readonly string[] {
  const text = textAt(tree, field);
  return text === '' ? textsAt(tree, field) : [text];
}

function distinct(
  workflows: readonly Workflow[],
  branchesOf: (workflow: Workflow) => readonly string[],
): readonly BranchName[] {
  return workflows.flatMap((workflow) => [...new Set(branchesOf(workflow))].map((branch) => ({ workflow, branch })));
}
