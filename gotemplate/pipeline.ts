import { listed } from '../data/listed.ts';
import { effectsOfTerms } from './effects.ts';
import type { Call } from './functions/define.ts';
import { type Run, setVariable } from './run.ts';
import type { Command, Pipe, Term } from './syntax/ast.ts';
import { TemplateError, withOffset } from './values/error.ts';
import { bare, mark, type Operand } from './values/marked.ts';
import { describeType, isDict, isList, isMissing, isTrue, type Value } from './values/value.ts';

/** Evaluates the commands in order. Passes each result to the next command as its last argument. */
export function evaluatePipe(run: Run, pipe: Pipe, dot: Operand): Operand {
  let value: Operand | undefined;
  for (const command of pipe.commands) value = evaluateCommand(run, command, { dot, last: value });
  for (const name of pipe.variables) setVariable(run, name, { value: value as Operand, declares: pipe.declares });
  return value as Operand;
}

interface Input {
  readonly dot: Operand;
  readonly last: Operand | undefined;
}

function evaluateCommand(run: Run, { first, rest, at }: Command, { dot, last }: Input): Operand {
  run.budget.spend(1);
  if (first.type === 'function')
    return withOffset(first.at, () => callFunction(run, { name: first.name, rest, dot, last }));
  if (first.type === 'nil') throw new TemplateError('nil is not a command', at);
  if (rest.length > 0 || last !== undefined) throw new TemplateError('only a function can have arguments', at);
  return evaluateTerm(run, first, dot);
}

function evaluateTerm(run: Run, term: Term, dot: Operand): Operand {
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
        return follow(run, dot, term.path, '');
      case 'variable':
        return follow(run, variableValue(run, term.name), term.path, `$${term.name}`);
      case 'function':
        return callFunction(run, { name: term.name, rest: [], dot, last: undefined });
      case 'pipe':
        return evaluatePipe(run, term.pipe, dot);
      case 'chain':
        return follow(run, evaluateTerm(run, term.base, dot), term.path, '');
    }
  });
}

function variableValue({ budget, variables }: Run, name: string): Operand {
  budget.spend(variables.length >> 4);
  const found = variables.findLast((variable) => variable.name === name);
  if (!found) throw new TemplateError(`variable $${name} has no value yet`);
  return found.value;
}

/** Reads nested fields of a dict. A field that does not exist becomes a Missing value, which can have a default. */
function follow({ marks }: Run, base: Operand, path: readonly string[], prefix: string): Operand {
  if (path.length === 0) return base;
  let value = bare(base);
  let name = prefix;
  for (const step of path) {
    if (isMissing(value)) throw new TemplateError(`cannot read .${step}: ${value.missing} is not defined`);
    if (!isDict(value))
      throw new TemplateError(`cannot read .${step} of ${describeType(value)}; only a dict has fields`);
    name = `${name}.${step}`;
    value = value.get(step) ?? (value.has(step) ? null : { missing: name });
  }
  return mark(value, marks.namesOfField(base, path));
}

interface FunctionCall {
  readonly name: string;
  readonly rest: readonly Term[];
  readonly dot: Operand;
  readonly last: Operand | undefined;
}

function callFunction(run: Run, { name, rest, dot, last }: FunctionCall): Operand {
  if (name === 'and' || name === 'or') return shortCircuit(run, { name, rest, dot, last });
  const args = rest.map((term) => evaluateTerm(run, term, dot));
  return call(run, name, last === undefined ? args : [...args, last]);
}

function call({ functions, budget, marks }: Run, name: string, args: readonly Operand[]): Operand {
  const names = marks.namesOfCall(name, args);
  for (const arg of args) budget.spend(weightOf(bare(arg)));
  try {
    const value = (functions[name] as Call)(names ? args.map(bare) : (args as readonly Value[]), budget);
    return names ? marks.result(name, args, value, names) : value;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const hidden = names && `${name} fails for the ${names.length === 1 ? 'value' : 'values'} of ${listed(names)}`;
    throw new TemplateError(hidden === undefined || error.isPublic ? `${name}: ${error.message}` : hidden, error.at);
  }
}

/**
 * The number of steps that reading an argument costs. Most functions read their arguments completely, even if their result is
 * short.
 */
function weightOf(value: Value): number {
  if (typeof value === 'string') return value.length >> 4;
  if (isList(value)) return value.length >> 4;
  return isDict(value) ? value.size >> 4 : 0;
}

/** Evaluates `and` or `or`. Skips the arguments after the one that determines the result. */
function shortCircuit(run: Run, { name, rest, dot, last }: FunctionCall): Operand {
  let value: Operand | undefined;
  for (const term of rest) {
    value = evaluateTerm(run, term, dot);
    run.marks.choose(value);
    if (run.marks.hasChosen && effectsOfTerms(rest).modifies) run.marks.modified();
    if (isTrue(bare(value)) === (name === 'or')) return value;
  }
  value = last ?? value;
  if (value === undefined) throw new TemplateError(`${name} needs at least one argument`);
  return value;
}
