import { evaluate } from './evaluate.ts';
import { checkFunction, functions } from './functions/index.ts';
import { parse } from './syntax/parser.ts';
import { TemplateError, type TemplateFault, toFault } from './values/template-error.ts';
import { fromData } from './values/value.ts';

export type TemplateResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: TemplateFault };

/**
 * Renders a Go text/template with the deterministic part of Sprig, as docs/go-templates.md lists it. Deterministic, and
 * limited in time and memory. Where Go would print `<no value>` or `%!d(...)`, this is an error. [sources: mto-27]
 */
export function renderGoTemplate(text: string, data: Readonly<Record<string, unknown>>): TemplateResult {
  try {
    return { ok: true, text: evaluate(parse(text, checkFunction), fromData(data), functions) };
  } catch (error) {
    if (error instanceof TemplateError) return { ok: false, fault: toFault(text, error) };
    throw error;
  }
}

/** The syntax error of a template, if any. */
export function goTemplateFault(text: string): TemplateFault | undefined {
  try {
    parse(text, checkFunction);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return toFault(text, error);
    throw error;
  }
}
