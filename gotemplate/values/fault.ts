/** A place in a template's text. Lines and columns count from 1, columns in UTF-16 units. */
export interface TextPoint {
  readonly line: number;
  readonly column: number;
}

/** Why a template cannot be read or run, and where in its text. */
export interface TemplateFault extends TextPoint {
  readonly message: string;
}

/** Ends a reading or a run from any depth; it never leaves this folder. */
export class Halt extends Error {
  /** Offset in the template's text; undefined until the place is known. */
  readonly at: number | undefined;

  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

/** Runs a step; a Halt in it without a place gets this one. */
export function placed<T>(at: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof Halt && error.at === undefined ? new Halt(error.message, at) : error;
  }
}

export function toFault(text: string, { message, at = 0 }: Halt): TemplateFault {
  const before = text.slice(0, at);
  return { message, line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}
