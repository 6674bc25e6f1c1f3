import type { TemplateFunctions } from './functions/define.ts';
import { evaluatePipe } from './pipeline.ts';
import type { Branch, Node, ParsedTemplate, Pipe } from './syntax/ast.ts';
import { setVariable, type TemplateRun } from './template-run.ts';
import { type Budget, createBudget, limits } from './values/budget.ts';
import { printValue } from './values/print.ts';
import { TemplateError, withOffset } from './values/template-error.ts';
import {
  isDict,
  isList,
  isTruthy,
  kindOf,
  type Present,
  requirePresent,
  sortedEntries,
  type Value,
} from './values/value.ts';

type ControlFlow = 'done' | 'break' | 'continue';

/** Executes a template with data. Throws a TemplateError at the first error. */
export function evaluate({ main, defined }: ParsedTemplate, data: Present, functions: TemplateFunctions): string {
  const budget = createBudget();
  const out: string[] = [];
  const walker = { defined, depth: 0, run: { functions, budget, variables: [{ name: '', value: data }], out } };
  walk(walker, main, data);
  return out.join('');
}

interface Walker {
  readonly defined: ParsedTemplate['defined'];
  readonly depth: number;
  readonly run: TemplateRun;
}

function walk(walker: Walker, nodes: readonly Node[], dot: Value): ControlFlow {
  for (const node of nodes) {
    const outcome = walkNode(walker, node, dot);
    if (outcome !== 'done') return outcome;
  }
  return 'done';
}

function walkNode(walker: Walker, node: Node, dot: Value): ControlFlow {
  const { run } = walker;
  if (node.type === 'text') return write(run, node.text);
  run.budget.spend(1);
  if (node.type === 'break' || node.type === 'continue') return node.type;
  if (node.type === 'action') return withOffset(node.at, () => printAction(run, node.pipe, dot));
  if (node.type === 'template') return callTemplate(walker, node, dot);
  const variableCount = run.variables.length;
  const outcome = node.type === 'range' ? walkRange(walker, node, dot) : walkBranch(walker, node, dot);
  run.variables.length = variableCount;
  return outcome;
}

function write({ out, budget }: TemplateRun, text: string): 'done' {
  budget.spend(1);
  out.push(text);
  budget.countOutput(text.length);
  return 'done';
}

/** Prints the value of a pipeline, unless it assigns to a variable. */
function printAction(run: TemplateRun, pipe: Pipe, dot: Value): 'done' {
  const value = evaluatePipe(run, pipe, dot);
  if (pipe.variables.length > 0) return 'done';
  if (requirePresent(value) === null) throw new TemplateError('there is nothing to print; give it a default');
  return write(run, printValue(requirePresent(value), run.budget));
}

function walkBranch(walker: Walker, { type, pipe, then, otherwise }: Branch, dot: Value): ControlFlow {
  const value = withOffset(pipe.at, () => evaluatePipe(walker.run, pipe, dot));
  if (!isTruthy(value)) return walk(walker, otherwise, dot);
  return walk(walker, then, type === 'with' ? value : dot);
}

function walkRange(walker: Walker, { pipe, then, otherwise }: Branch, dot: Value): ControlFlow {
  const { run } = walker;
  const entries = withOffset(pipe.at, () => entriesOf(evaluatePipe(run, { ...pipe, variables: [] }, dot), run.budget));
  if (entries.length === 0) return walk(walker, otherwise, dot);
  const variableCount = run.variables.length;
  for (const entry of entries) {
    withOffset(pipe.at, () => run.budget.spend(1));
    bind(run, pipe, entry);
    const outcome = walk(walker, then, entry[1]);
    run.variables.length = variableCount;
    if (outcome === 'break') break;
  }
  return 'done';
}

type RangeEntry = readonly [key: Present, item: Present];

/** The entries of a range: lists by index, dicts by sorted key, an integer as the numbers below it. */
function entriesOf(value: Value, budget: Budget): readonly RangeEntry[] {
  const collection = requirePresent(value);
  if (isList(collection)) return collection.map((item, index) => [BigInt(index), item]);
  if (isDict(collection)) return sortedEntries(collection);
  if (collection === null) return [];
  if (typeof collection !== 'bigint')
    throw new TemplateError(`range goes over lists, dicts and integers, not over ${kindOf(collection)}`);
  budget.reserveItems(Math.max(0, Number(collection)));
  return Array.from({ length: Math.max(0, Number(collection)) }, (_, index) => [BigInt(index), BigInt(index)]);
}

/** Assigns the item to one variable, or key and item to two. */
function bind(run: TemplateRun, { variables, declares }: Pipe, [key, item]: RangeEntry): void {
  const values = variables.length === 2 ? [key, item] : [item];
  for (const [index, name] of variables.entries())
    setVariable(run, name, { value: values[index] as Present, declares });
}

/** Calls a template. It sees its own dot as `$` and none of the caller's variables. */
function callTemplate(walker: Walker, node: Extract<Node, { type: 'template' }>, dot: Value): ControlFlow {
  const { run, defined, depth } = walker;
  const body = defined.get(node.name);
  if (!body) throw new TemplateError(`no template ${JSON.stringify(node.name)} is defined`, node.at);
  if (depth >= limits.depth) throw new TemplateError(`templates call each other deeper than ${limits.depth}`, node.at);
  const value = node.pipe ? withOffset(node.at, () => evaluatePipe(run, node.pipe as Pipe, dot)) : null;
  walk({ ...walker, depth: depth + 1, run: { ...run, variables: [{ name: '', value }] } }, body, value);
  return 'done';
}
