import type { Functions } from './functions/define.ts';
import { evaluatePipe } from './pipeline.ts';
import { type Run, setVariable } from './run.ts';
import type { Branch, Node, Parsed, Pipe } from './syntax/ast.ts';
import { type Budget, limits, makeBudget } from './values/budget.ts';
import { Halt, placed } from './values/fault.ts';
import { printValue } from './values/print.ts';
import { isDict, isList, kindOf, type Present, present, sortedEntries, truth, type Value } from './values/value.ts';

type Outcome = 'done' | 'break' | 'continue';

/** Runs a template over data. Throws a Halt at the first fault. */
export function evaluate({ main, defined }: Parsed, data: Present, functions: Functions): string {
  const budget = makeBudget();
  const out: string[] = [];
  const walker = { defined, depth: 0, run: { functions, budget, variables: [{ name: '', value: data }], out } };
  walk(walker, main, data);
  return out.join('');
}

interface Walker {
  readonly defined: Parsed['defined'];
  readonly depth: number;
  readonly run: Run;
}

function walk(walker: Walker, nodes: readonly Node[], dot: Value): Outcome {
  for (const node of nodes) {
    const outcome = walkNode(walker, node, dot);
    if (outcome !== 'done') return outcome;
  }
  return 'done';
}

function walkNode(walker: Walker, node: Node, dot: Value): Outcome {
  const { run } = walker;
  if (node.type === 'text') return write(run, node.text);
  run.budget.spend(1);
  if (node.type === 'break' || node.type === 'continue') return node.type;
  if (node.type === 'action') return placed(node.at, () => printAction(run, node.pipe, dot));
  if (node.type === 'template') return callTemplate(walker, node, dot);
  const mark = run.variables.length;
  const outcome = node.type === 'range' ? walkRange(walker, node, dot) : walkBranch(walker, node, dot);
  run.variables.length = mark;
  return outcome;
}

function write({ out, budget }: Run, text: string): 'done' {
  budget.spend(1);
  out.push(text);
  budget.written(text.length);
  return 'done';
}

/** A pipeline that gives a variable its value prints nothing. */
function printAction(run: Run, pipe: Pipe, dot: Value): 'done' {
  const value = evaluatePipe(run, pipe, dot);
  if (pipe.variables.length > 0) return 'done';
  if (present(value) === null) throw new Halt('there is nothing to print; give it a default');
  return write(run, printValue(present(value), run.budget));
}

function walkBranch(walker: Walker, { type, pipe, then, otherwise }: Branch, dot: Value): Outcome {
  const value = placed(pipe.at, () => evaluatePipe(walker.run, pipe, dot));
  if (!truth(value)) return walk(walker, otherwise, dot);
  return walk(walker, then, type === 'with' ? value : dot);
}

function walkRange(walker: Walker, { pipe, then, otherwise }: Branch, dot: Value): Outcome {
  const { run } = walker;
  const entries = placed(pipe.at, () => entriesOf(evaluatePipe(run, { ...pipe, variables: [] }, dot), run.budget));
  if (entries.length === 0) return walk(walker, otherwise, dot);
  const mark = run.variables.length;
  for (const entry of entries) {
    placed(pipe.at, () => run.budget.spend(1));
    bind(run, pipe, entry);
    const outcome = walk(walker, then, entry[1]);
    run.variables.length = mark;
    if (outcome === 'break') break;
  }
  return 'done';
}

type Entry = readonly [key: Present, item: Present];

/** Lists by index, dicts by sorted key, an integer as the numbers below it. */
function entriesOf(value: Value, budget: Budget): readonly Entry[] {
  const over = present(value);
  if (isList(over)) return over.map((item, index) => [BigInt(index), item]);
  if (isDict(over)) return sortedEntries(over);
  if (over === null) return [];
  if (typeof over !== 'bigint') throw new Halt(`range goes over lists, dicts and integers, not over ${kindOf(over)}`);
  budget.items(Math.max(0, Number(over)));
  return Array.from({ length: Math.max(0, Number(over)) }, (_, index) => [BigInt(index), BigInt(index)]);
}

/** One variable gets the item, two get key and item. */
function bind(run: Run, { variables, declares }: Pipe, [key, item]: Entry): void {
  const values = variables.length === 2 ? [key, item] : [item];
  for (const [index, name] of variables.entries())
    setVariable(run, name, { value: values[index] as Present, declares });
}

/** A template sees its own dot as `$`, and no variables of its caller. */
function callTemplate(walker: Walker, node: Extract<Node, { type: 'template' }>, dot: Value): Outcome {
  const { run, defined, depth } = walker;
  const body = defined.get(node.name);
  if (!body) throw new Halt(`no template ${JSON.stringify(node.name)} is defined`, node.at);
  if (depth >= limits.depth) throw new Halt(`templates call each other deeper than ${limits.depth}`, node.at);
  const value = node.pipe ? placed(node.at, () => evaluatePipe(run, node.pipe as Pipe, dot)) : null;
  walk({ ...walker, depth: depth + 1, run: { ...run, variables: [{ name: '', value }] } }, body, value);
  return 'done';
}
