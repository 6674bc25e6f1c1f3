import type { TemplateFunction } from './functions/define.ts';
import type { Command, Pipe, Term } from './syntax/ast.ts';
import { setVariable, type TemplateRun } from './template-run.ts';
import { TemplateError, withOffset } from './values/template-error.ts';
import { isDict, isMissing, isTruthy, kindOf, type Value } from './values/value.ts';

/** The value of the last command. Each command receives the value of the previous one as its last argument. */
export function evaluatePipe(run: TemplateRun, pipe: Pipe, dot: Value): Value {
  let value: Value | undefined;
  for (const command of pipe.commands) value = evaluateCommand(run, command, { dot, last: value });
  for (const name of pipe.variables) setVariable(run, name, { value: value as Value, declares: pipe.declares });
  return value as Value;
}

interface CommandInput {
  readonly dot: Value;
  readonly last: Value | undefined;
}

function evaluateCommand(run: TemplateRun, { first, rest, at }: Command, { dot, last }: CommandInput): Value {
  run.budget.spend(1);
  if (first.type === 'function')
    return withOffset(first.at, () => callFunction(run, { name: first.name, rest, dot, last }));
  if (first.type === 'nil') throw new TemplateError('nil is not a command', at);
  if (rest.length > 0 || last !== undefined) throw new TemplateError('what is not a function takes no arguments', at);
  return evaluateTerm(run, first, dot);
}

function evaluateTerm(run: TemplateRun, term: Term, dot: Value): Value {
  run.budget.spend(1);
  return withOffset(term.at, () => {
    switch (term.type) {
      case 'dot':
        return dot;
      case 'nil':
        return null;
      case 'constant':
        return term.value;
      case 'field':
        return readFields(dot, term.path, '');
      case 'variable':
        return readFields(variableValue(run, term.name), term.path, `$${term.name}`);
      case 'function':
        return callFunction(run, { name: term.name, rest: [], dot, last: undefined });
      case 'pipe':
        return evaluatePipe(run, term.pipe, dot);
      case 'chain':
        return readFields(evaluateTerm(run, term.base, dot), term.path, '');
    }
  });
}

function variableValue({ variables }: TemplateRun, name: string): Value {
  const found = variables.findLast((variable) => variable.name === name);
  if (!found) throw new TemplateError(`the variable $${name} has no value yet`);
  return found.value;
}

/** Reads nested fields of a dict. A missing field is a value of its own, so that it can get a default. */
function readFields(base: Value, path: readonly string[], prefix: string): Value {
  let value = base;
  let name = prefix;
  for (const step of path) {
    if (isMissing(value)) throw new TemplateError(`${value.missing} is not there, so .${step} of it is not either`);
    if (!isDict(value)) throw new TemplateError(`.${step} is asked of ${kindOf(value)}; only a dict has fields`);
    name = `${name}.${step}`;
    value = value.get(step) ?? (value.has(step) ? null : { missing: name });
  }
  return value;
}

interface FunctionCall {
  readonly name: string;
  readonly rest: readonly Term[];
  readonly dot: Value;
  readonly last: Value | undefined;
}

function callFunction(run: TemplateRun, { name, rest, dot, last }: FunctionCall): Value {
  if (name === 'and' || name === 'or') return shortCircuit(run, { name, rest, dot, last });
  const args = rest.map((term) => evaluateTerm(run, term, dot));
  const call = run.functions[name] as TemplateFunction;
  const all = last === undefined ? args : [...args, last];
  try {
    return call(all, run.budget);
  } catch (error) {
    throw error instanceof TemplateError ? new TemplateError(`${name}: ${error.message}`, error.at) : error;
  }
}

/** `and` and `or` evaluate no argument after the deciding one. */
function shortCircuit(run: TemplateRun, { name, rest, dot, last }: FunctionCall): Value {
  let value: Value | undefined;
  for (const term of rest) {
    value = evaluateTerm(run, term, dot);
    if (isTruthy(value) === (name === 'or')) return value;
  }
  value = last ?? value;
  if (value === undefined) throw new TemplateError(`${name} takes at least one argument`);
  return value;
}
