/** A position in the text of a template. Lines and columns start at 1. Columns count UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The reason why a template cannot be parsed or executed. */
export interface TemplateProblem extends TextPosition {
  readonly message: string;
}

/** Aborts parsing or execution. `gotemplate/render.ts` always catches it. */
export class TemplateError extends Error {
  /** The offset in the text of the template. Undefined until the position is known. */
  readonly at: number | undefined;
  /** True if the message does not quote argument values, which may be secrets. */
  readonly isPublic: boolean;

  constructor(message: string, at?: number, isPublic = false) {
    super(message);
    this.at = at;
    this.isPublic = isPublic;
  }
}

/** A TemplateError with a message that names only types, limits and parts of the template. */
export function publicError(message: string): TemplateError {
  return new TemplateError(message, undefined, true);
}

/** Runs a function. Adds the offset to a TemplateError without one. */
export function withOffset<T>(at: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof TemplateError && error.at === undefined ? new TemplateError(error.message, at) : error;
  }
}

export function toProblem(text: string, { message, at = 0 }: TemplateError): TemplateProblem {
  const before = text.slice(0, at);
  return { message, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
