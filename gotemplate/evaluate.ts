import type { Functions } from './functions/define.ts';
import { evaluatePipe } from './pipeline.ts';
import { type Run, setVariable } from './run.ts';
import type { Branch, Node, Parsed, Pipe } from './syntax/ast.ts';
import { type Allowance, type Budget, createBudget, limits } from './values/budget.ts';
import { TemplateError, withOffset } from './values/error.ts';
import { bare, type Mark, Marks, mark, markOf, type Operand } from './values/marked.ts';
import { printValue } from './values/print.ts';
import {
  type Dict,
  describeType,
  isDict,
  isList,
  isTrue,
  type List,
  type Present,
  requirePresent,
  sortedEntries,
} from './values/value.ts';

type Outcome = 'done' | 'break' | 'continue';

export interface Output {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** True if a marked value determined what is printed, for example in `if` or `range`. */
  readonly isSelected: boolean;
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
  const run: Run = { functions, budget, variables, out: [], marks: new Marks(), printed: [] };
  walk({ defined, depth: 0, run }, main, dot);
  return { text: run.out.join(''), marks: run.printed, isSelected: run.marks.selections > 0 };
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

function writeValue({ out, budget, marks, printed }: Run, operand: Operand, text: string): 'done' {
  budget.spend(1);
  out.push(text);
  const start = budget.written(text.length);
  const names = marks.namesOf(operand);
  if (names) printed.push(markOf(operand, names, { start, text }));
  return 'done';
}

function walkBranch(walker: Walker, { type, pipe, then, otherwise }: Branch, dot: Operand): Outcome {
  const value = withOffset(pipe.at, () => evaluatePipe(walker.run, pipe, dot));
  walker.run.marks.select(value);
  if (!isTrue(bare(value))) return walk(walker, otherwise, dot);
  return walk(walker, then, type === 'with' ? value : dot);
}

function walkRange(walker: Walker, { pipe, then, otherwise }: Branch, dot: Operand): Outcome {
  const { run } = walker;
  const entries = withOffset(pipe.at, () => entriesOf(run, evaluatePipe(run, { ...pipe, variables: [] }, dot)));
  if (entries.length === 0) return walk(walker, otherwise, dot);
  const outerCount = run.variables.length;
  const before = run.marks.selections;
  for (const found of entries) {
    withOffset(pipe.at, () => run.budget.spend(1));
    const entry = run.marks.selections > before ? chosenEntry(run, found) : found;
    bind(run, pipe, entry);
    const outcome = walk(walker, then, entry[1]);
    run.variables.length = outerCount;
    if (outcome === 'break') break;
  }
  return 'done';
}

/**
 * Marks an entry of a range in which a marked value has selected something, because it can also select later entries.
 */
function chosenEntry({ marks }: Run, [key, item]: Entry): Entry {
  return [marks.assigned(key), marks.assigned(item)];
}

type Entry = readonly [key: Operand, item: Operand];

/** The entries that `range` visits. Entries of a marked value are marked, except the indexes of a list or number. */
function entriesOf({ marks, budget }: Run, operand: Operand): readonly Entry[] {
  marks.select(operand);
  const value = requirePresent(bare(operand));
  const entries = presentEntries(value, budget);
  const names = marks.namesOf(operand);
  if (!names) return entries;
  return entries.map(([key, item]) => [isDict(value) ? mark(key, names) : key, mark(item, names)]);
}

/**
 * The unmarked entries of `range`: the items of a list, the entries of a dict sorted by key, or the integers from 0 to below a
 * number.
 */
function presentEntries(subject: Present, budget: Budget): readonly (readonly [key: Present, item: Present])[] {
  if (isList(subject) || isDict(subject)) budget.spend(lengthOf(subject) >> 3);
  if (isList(subject)) return subject.map((item, index) => [BigInt(index), item]);
  if (isDict(subject)) return sortedEntries(subject);
  if (subject === null) return [];
  if (typeof subject !== 'bigint')
    throw new TemplateError(`range needs a list, a dict or an integer, not ${describeType(subject)}`);
  const count = Math.max(0, Number(subject));
  budget.items(count);
  return Array.from({ length: count }, (_, index) => [BigInt(index), BigInt(index)]);
}

function lengthOf(entries: List | Dict): number {
  return isDict(entries) ? entries.size : entries.length;
}

/** Sets a single variable to the item, or two variables to the key and the item. */
function bind(run: Run, { variables, declares }: Pipe, [key, item]: Entry): void {
  const values = variables.length === 2 ? [key, item] : [item];
  for (const [index, name] of variables.entries())
    setVariable(run, name, { value: values[index] as Operand, declares });
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
