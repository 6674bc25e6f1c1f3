import { evaluate } from './evaluate.ts';
import { checkFunction, functions } from './functions/index.ts';
import { parse } from './syntax/parser.ts';
import { Halt, type TemplateFault, toFault } from './values/fault.ts';
import { fromData } from './values/value.ts';

export type TemplateResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: TemplateFault };

/**
 * Renders a Go text/template with the deterministic part of Sprig, as docs/go-templates.md lists it. The data's fields
 * are the template's `.Name`. The same text and data give the same result; no template runs or grows without bound.
 * What Go would print as `<no value>` or `%!d(...)` is a fault. [mto 6]
 */
export function renderGoTemplate(text: string, data: Readonly<Record<string, unknown>>): TemplateResult {
  try {
    return { ok: true, text: evaluate(parse(text, checkFunction), fromData(data), functions) };
  } catch (error) {
    if (error instanceof Halt) return { ok: false, fault: toFault(text, error) };
    throw error;
  }
}

/** What keeps a template from being read at all, whatever data it gets. */
export function goTemplateFault(text: string): TemplateFault | undefined {
  try {
    parse(text, checkFunction);
    return undefined;
  } catch (error) {
    if (error instanceof Halt) return toFault(text, error);
    throw error;
  }
}
