/** The syntax tree of a template; `at` is an offset in its text. Source: Go's text/template. */

export type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly at: number; readonly pipe: Pipe }
  | Branch
  | { readonly type: 'template'; readonly at: number; readonly name: string; readonly pipe: Pipe | undefined }
  | { readonly type: 'break'; readonly at: number }
  | { readonly type: 'continue'; readonly at: number };

export interface Branch {
  readonly type: 'if' | 'with' | 'range';
  readonly at: number;
  readonly pipe: Pipe;
  readonly then: readonly Node[];
  readonly otherwise: readonly Node[];
}

/** `$a, $b := first | second`: the value of each command is the last argument of the next. */
export interface Pipe {
  readonly at: number;
  readonly variables: readonly string[];
  /** Whether the variables are declared (`:=`) or assigned (`=`). */
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

/** The first term is the operation; others are its arguments. */
export interface Command {
  readonly at: number;
  readonly first: Term;
  readonly rest: readonly Term[];
}

export type Term =
  | { readonly type: 'dot' | 'nil'; readonly at: number }
  | { readonly type: 'constant'; readonly at: number; readonly value: bigint | number | string | boolean }
  | { readonly type: 'field'; readonly at: number; readonly path: readonly string[] }
  | { readonly type: 'variable'; readonly at: number; readonly name: string; readonly path: readonly string[] }
  | { readonly type: 'function'; readonly at: number; readonly name: string }
  | { readonly type: 'pipe'; readonly at: number; readonly pipe: Pipe }
  | { readonly type: 'chain'; readonly at: number; readonly base: Term; readonly path: readonly string[] };

/** A template and the templates that it defines, by name. */
export interface ParsedTemplate {
  readonly main: readonly Node[];
  readonly defined: ReadonlyMap<string, readonly Node[]>;
}
