import { evaluate, type Output } from './evaluate.ts';
import { checkFunction, functions } from './functions/index.ts';
import { parse } from './syntax/parser.ts';
import { type Allowance, limits } from './values/budget.ts';
import { TemplateError, type TemplateProblem, toProblem } from './values/error.ts';
import { markedRoot } from './values/marked.ts';
import { fromData } from './values/value.ts';

export type TemplateResult =
  | ({ readonly ok: true } & Output)
  | { readonly ok: false; readonly problem: TemplateProblem };

/**
 * Renders a Go text/template with some deterministic functions of Sprig and Helm [sources: mto-27]. Fields of `data` are fields
 * of the dot, such as `.Name`. The same text and data produce the same result. Execution and output are bounded. Where
 * Go prints `<no value>` or `%!d(...)`, the result is an error.
 *
 * `marks` are the ranges of the output that depend on the fields of `data` that `marked` names, such as `Name` or
 * `parameters.Name`. No other character depends on them, except through decisions such as `if` and `range`, which set
 * `isSelected`. No problem quotes the values of marked fields.
 */
export function renderGoTemplate(
  text: string,
  data: Readonly<Record<string, unknown>>,
  marked: ReadonlySet<string> = new Set(),
  allowance: Allowance = limits,
): TemplateResult {
  try {
    const dot = markedRoot(fromData(data), marked);
    return { ok: true, ...evaluate(parse(text, checkFunction), { dot, functions, allowance }) };
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, problem: toProblem(text, error) };
    throw error;
  }
}

/** Returns the problem if a template cannot be parsed. Does not execute the template. */
export function checkGoTemplate(text: string): TemplateProblem | undefined {
  try {
    parse(text, checkFunction);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return toProblem(text, error);
    throw error;
  }
}
