import { canModify, effectsOf } from './effects.ts';
import { bind, chosenEntry, type Entry, entriesOf } from './entries.ts';
import type { Functions } from './functions/define.ts';
import { evaluatePipe } from './pipeline.ts';
import type { Run } from './run.ts';
import { anyText, type Continuation, continuationOf, isEmptyText, ofValue, type Selection } from './selection.ts';
import type { Branch, Node, Parsed, Pipe } from './syntax/ast.ts';
import { type Allowance, createBudget, limits } from './values/budget.ts';
import { TemplateError, withOffset } from './values/error.ts';
import { bare, type Mark, Marks, markOf, type Operand } from './values/marked.ts';
import { printValue } from './values/print.ts';
import { isTrue, requirePresent } from './values/value.ts';

type Outcome = 'done' | 'break' | 'continue';

export interface Output {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** True if a marked value determined what is printed, for example in `if` or `range`. */
  readonly isSelected: boolean;
  /** Where marked values determined what is printed, by the end of the ranges. */
  readonly selections: readonly Selection[];
}

interface Execution {
  readonly dot: Operand;
  readonly functions: Functions;
  readonly allowance: Allowance;
}

/** Executes a template with its dot. Throws a TemplateError at the first error. */
export function evaluate({ main, defined }: Parsed, { dot, functions, allowance }: Execution): Output {
  const variables = [{ name: '', value: dot }];
  const budget = createBudget(allowance);
  const run: Run = { functions, budget, variables, out: [], marks: new Marks(), printed: [], selected: [], jumps: [] };
  walk({ defined, depth: 0, run }, main, dot);
  const { out, marks, printed, selected } = run;
  return { text: out.join(''), marks: printed, isSelected: marks.selections > 0, selections: selected };
}

interface Walker {
  readonly defined: Parsed['defined'];
  readonly depth: number;
  readonly run: Run;
}

function walk(walker: Walker, nodes: readonly Node[], dot: Operand): Outcome {
  for (const node of nodes) {
    const outcome = walkNode(walker, node, dot);
    if (outcome !== 'done') return outcome;
  }
  return 'done';
}

function walkNode(walker: Walker, node: Node, dot: Operand): Outcome {
  const { run } = walker;
  if (node.type === 'text') return write(run, node.text);
  run.budget.spend(1);
  if (node.type === 'break' || node.type === 'continue') return node.type;
  if (node.type === 'action') return withOffset(node.at, () => printAction(run, node.pipe, dot));
  if (node.type === 'template') return callTemplate(walker, node, dot);
  const outerCount = run.variables.length;
  const outcome = node.type === 'range' ? walkRange(walker, node, dot) : walkBranch(walker, node, dot);
  run.variables.length = outerCount;
  return outcome;
}

function addSelection({ budget, selected }: Run, start: number, continuation: Continuation): void {
  if (!isEmptyText(continuation)) selected.push({ start, end: budget.written(0), ...continuation });
}

/** Marks what the branches of a condition on marked data can change, because their values show which of them is executed. */
function addEffects({ run, defined }: Walker, branch: Branch): void {
  const { budget, marks, variables } = run;
  const { assigned, modifies, calls } = effectsOf(branch);
  for (const name of assigned) {
    budget.spend(1 + (variables.length >> 4));
    const found = variables.findLast((variable) => variable.name === name);
    if (found) found.value = marks.assigned(found.value);
  }
  if (modifies || (calls && canModify(defined))) marks.modified();
}

function write({ out, budget }: Run, text: string): 'done' {
  budget.spend(1);
  out.push(text);
  budget.written(text.length);
  return 'done';
}

/** Prints the value of a pipeline. A pipeline that sets a variable prints nothing. */
function printAction(run: Run, pipe: Pipe, dot: Operand): 'done' {
  const operand = evaluatePipe(run, pipe, dot);
  if (pipe.variables.length > 0) return 'done';
  const value = requirePresent(bare(operand));
  if (value === null) throw new TemplateError('the value to print is nil; add a default');
  return writeValue(run, operand, printValue(value, run.budget));
}

function writeValue(run: Run, operand: Operand, text: string): 'done' {
  const { out, budget, marks, printed } = run;
  budget.spend(1);
  out.push(text);
  const start = budget.written(text.length);
  const names = marks.namesOf(operand);
  if (names) printed.push(markOf(operand, names, { start, text }));
  else if (marks.hasChosen) addSelection(run, start, ofValue);
  return 'done';
}

function walkBranch(walker: Walker, branch: Branch, dot: Operand): Outcome {
  const { run } = walker;
  const { type, pipe, then, otherwise } = branch;
  const value = withOffset(pipe.at, () => evaluatePipe(run, pipe, dot));
  const isSelection = run.marks.select(value);
  const start = run.budget.written(0);
  const outcome = isTrue(bare(value))
    ? walk(walker, then, type === 'with' ? value : dot)
    : walk(walker, otherwise, dot);
  if (!isSelection) return outcome;
  addSelection(run, start, continuationOf(branch));
  addEffects(walker, branch);
  if (continuationOf(branch).jumps) run.jumps.push(start);
  return outcome;
}

function walkRange(walker: Walker, branch: Branch, dot: Operand): Outcome {
  const { run } = walker;
  const { pipe } = branch;
  const subject = withOffset(pipe.at, () => evaluatePipe(run, { ...pipe, variables: [] }, dot));
  const isSelection = run.marks.select(subject);
  const entries = withOffset(pipe.at, () => entriesOf(run, subject));
  const start = run.budget.written(0);
  const outcome =
    entries.length === 0 ? walkElse(walker, branch, dot) : walkEntries(walker, { branch, isSelection }, entries);
  if (!isSelection) return outcome;
  if (continuationOf(branch).jumps) run.jumps.push(start);
  addSelection(run, start, continuationOf(branch));
  // Another entry could follow the last one.
  addSelection(run, run.budget.written(0), continuationOf(branch));
  addEffects(walker, branch);
  return outcome;
}

/** Like in Go, `break` here ends only this range, but `continue` applies to the one around it. */
function walkElse(walker: Walker, { otherwise }: Branch, dot: Operand): Outcome {
  const outcome = walk(walker, otherwise, dot);
  return outcome === 'break' ? 'done' : outcome;
}

interface Loop {
  readonly branch: Branch;
  readonly isSelection: boolean;
}

function walkEntries(walker: Walker, { branch, isSelection }: Loop, entries: readonly Entry[]): Outcome {
  const { run } = walker;
  const { pipe, then } = branch;
  const outerCount = run.variables.length;
  const before = run.marks.selections;
  const jumps = run.jumps.length;
  for (const found of entries) {
    withOffset(pipe.at, () => run.budget.spend(1));
    const entry = run.marks.selections > before ? chosenEntry(run, found) : found;
    bind(run, pipe, entry);
    const start = run.budget.written(0);
    const earlier = run.jumps.length;
    const outcome = walk(walker, then, entry[1]);
    for (const jump of run.jumps.slice(earlier)) addSelection(run, jump, anyText);
    if (isSelection) addSelection(run, start, continuationOf(branch));
    run.variables.length = outerCount;
    if (outcome === 'break') break;
  }
  // A condition that can skip the rest of an iteration can also skip the later ones.
  const [first] = run.jumps.splice(jumps);
  if (first === undefined) return 'done';
  addSelection(run, first, anyText);
  addEffects(walker, branch);
  return 'done';
}

/** Calls a template. In it, `$` is its own dot, and the variables of the caller are not visible. */
function callTemplate(walker: Walker, node: Extract<Node, { type: 'template' }>, dot: Operand): Outcome {
  const { run, defined, depth } = walker;
  const body = defined.get(node.name);
  if (!body) throw new TemplateError(`template ${JSON.stringify(node.name)} is not defined`, node.at);
  if (depth >= limits.depth)
    throw new TemplateError(`template calls are nested more than ${limits.depth} levels deep`, node.at);
  const value = node.pipe ? withOffset(node.at, () => evaluatePipe(run, node.pipe as Pipe, dot)) : null;
  walk({ ...walker, depth: depth + 1, run: { ...run, variables: [{ name: '', value }] } }, body, value);
  return 'done';
}
