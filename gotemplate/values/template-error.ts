/** A position in a template's text. Lines and columns count from 1, columns in UTF-16 units. */
export interface TextPoint {
  readonly line: number;
  readonly column: number;
}

/** Why a template cannot be parsed or executed, with the position. */
export interface TemplateFault extends TextPoint {
  readonly message: string;
}

/** Aborts parsing or execution. Never leaves this folder. */
export class TemplateError extends Error {
  /** Offset in the template's text; undefined until it is known. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/** Runs a function and adds the offset to its TemplateError if that has none. */
export function withOffset<T>(at: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof TemplateError && error.at === undefined ? new TemplateError(error.message, at) : error;
  }
}

export function toFault(text: string, { message, at = 0 }: TemplateError): TemplateFault {
  const before = text.slice(0, at);
  return { message, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
