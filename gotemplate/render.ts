import { evaluate } from './evaluate.ts';
import { checkFunction, functions } from './functions/index.ts';
import { parse } from './syntax/parser.ts';
import { TemplateError, type TemplateProblem, toProblem } from './values/error.ts';
import { fromData } from './values/value.ts';

export type TemplateResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: TemplateProblem };

/**
 * Renders a Go text/template with the deterministic functions of Sprig [sources: mto-27]. Fields of `data` are fields
 * of the dot, such as `.Name`. The same text and data produce the same result, and both the run and its output are
 * bounded. Where Go prints `<no value>` or `%!d(...)`, the result is an error.
 */
export function renderGoTemplate(text: string, data: Readonly<Record<string, unknown>>): TemplateResult {
  try {
    return { ok: true, text: evaluate(parse(text, checkFunction), fromData(data), functions) };
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, problem: toProblem(text, error) };
    throw error;
  }
}

/** Returns why a template cannot be parsed, or undefined if it can. Does not execute it. */
export function checkGoTemplate(text: string): TemplateProblem | undefined {
  try {
    parse(text, checkFunction);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return toProblem(text, error);
    throw error;
  }
}
