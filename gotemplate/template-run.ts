import type { TemplateFunctions } from './functions/define.ts';
import type { Budget } from './values/budget.ts';
import type { Value } from './values/value.ts';

/** The state of an execution. Variables are a stack; the end of a block removes those declared in it. */
export interface TemplateRun {
  readonly functions: TemplateFunctions;
  readonly budget: Budget;
  readonly variables: { readonly name: string; value: Value }[];
  readonly out: string[];
}

interface Assignment {
  readonly value: Value;
  readonly declares: boolean;
}

export function setVariable({ variables }: TemplateRun, name: string, { value, declares }: Assignment): void {
  if (declares) {
    variables.push({ name, value });
    return;
  }
  const found = variables.findLast((variable) => variable.name === name);
  if (found) found.value = value;
}
