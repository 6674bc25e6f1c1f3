import type { Functions } from './functions/define.ts';
import type { Selection } from './selection.ts';
import type { Budget } from './values/budget.ts';
import type { Mark, Marks, Operand } from './values/marked.ts';

/**
 * The state of an execution of a template. Variables form a stack. The end of a block removes the variables that it
 * declared.
 */
export interface Run {
  readonly functions: Functions;
  readonly budget: Budget;
  readonly variables: { readonly name: string; value: Operand }[];
  readonly out: string[];
  readonly marks: Marks;
  /** The ranges of the output that depend on marked data, in order. */
  readonly printed: Mark[];
  /** The ranges of the output that marked data selected, by their end. */
  readonly selected: Selection[];
  /** Where the output of each condition on marked data starts that can skip the rest of an iteration. */
  readonly jumps: number[];
}

interface Assignment {
  readonly value: Operand;
  readonly declares: boolean;
}

export function setVariable({ budget, variables, marks }: Run, name: string, { value, declares }: Assignment): void {
  if (declares) {
    variables.push({ name, value });
    return;
  }
  budget.spend(variables.length >> 4);
  const found = variables.findLast((variable) => variable.name === name);
  if (found) found.value = marks.assigned(value);
}
