import { error, type Finding, type Unexamined, warning } from '../finding.ts';
import { isExpression } from './matrix.ts';
import { combine, type Outcome } from './outcome.ts';
import { directoryOf, type Job, reviewSteps, type Step, type Workflow } from './workflow.ts';
import { at } from './workflow-rules.ts';

/** Rules for the inputs of a review, which decide what it compares and which removals need an approval. */
export function reviewInputRules(workflow: Workflow, job: Job, sourceBranches: readonly string[]): Outcome {
  const steps = reviewSteps(job);
  return combine([
    ...steps.map(({ step }) => baseRule(workflow, step, sourceBranches)),
    ...steps.filter(({ mode }) => mode === 'diff').map(({ step }) => removalRule(workflow, step)),
  ]);
}

const none: Outcome = { findings: [], unexamined: [] };
const found = (finding: Finding): Outcome => ({ findings: [finding], unexamined: [] });
const unknown = (gap: Unexamined): Outcome => ({ findings: [], unexamined: [gap] });

function baseRule(workflow: Workflow, step: Step, sourceBranches: readonly string[]): Outcome {
  const stated = String(step.inputs['base'] ?? '').trim();
  const [, revision = stated, directory = directoryOf(step)] = /^([^:]+):(.+)$/.exec(stated) ?? [];
  const names = alternatives(revision);
  if (names.some(isHead)) {
    const message = 'the check compares the pull request with itself, so it finds no change';
    return found(error(workflow, at(workflow, [...step.path, 'with', 'base'], { message, fix: 'remove base' })));
  }
  const isBase = names.every((name) => name === '' || sourceBranches.includes(branchOf(name)) || isBaseOfEvent(name));
  if (isBase && directory === directoryOf(step)) return none;
  const why = `the doctor does not know whether ${stated} is the base of a pull request; remove base, or name the source branch`;
  return unknown({ what: `input base in ${workflow.file}`, why });
}

/** The operands of the alternatives in an expression, or the text itself. */
function alternatives(text: string): readonly string[] {
  const inside = /^\$\{\{([^}]*)\}\}$/.exec(text)?.[1];
  return inside === undefined ? [text] : inside.split('||').map((part) => part.trim().replace(/^'([^']*)'$/, '$1'));
}

function branchOf(name: string): string {
  return name.replace(/^(?:refs\/heads\/|refs\/remotes\/origin\/|origin\/)/, '');
}

function isHead(name: string): boolean {
  return (
    /^(?:HEAD|@)$/.test(name) || /^github\.(?:sha|ref|ref_name|head_ref|event\.pull_request\.head\.\w+)$/.test(name)
  );
}

function isBaseOfEvent(name: string): boolean {
  return /^github\.(?:base_ref|event\.pull_request\.base\.(?:sha|ref)|event\.merge_group\.base_(?:sha|ref))$/.test(
    name,
  );
}

function removalRule(workflow: Workflow, step: Step): Outcome {
  const stated = String(step.inputs['max-removed'] ?? '').trim();
  if (isExpression(stated))
    return unknown({ what: `input max-removed in ${workflow.file}`, why: 'the value is an expression' });
  if (Number(stated) < 100) return none;
  const message = 'a change can remove all objects of all tenants without an approval';
  const fix = 'remove max-removed, or set a smaller percentage';
  return found(warning(workflow, at(workflow, [...step.path, 'with', 'max-removed'], { message, fix })));
}
