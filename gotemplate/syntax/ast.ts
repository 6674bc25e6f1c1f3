/** The syntax tree of a template. `at` is an offset in the text. Source: Go's text/template/parse. */

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

/** A pipeline such as `$a, $b := first | second`. The result of each command is the last argument of the next one. */
export interface Pipe {
  readonly at: number;
  readonly variables: readonly string[];
  /** True if the pipeline declares the variables (`:=`). False if it assigns to them (`=`). */
  readonly declares: boolean;
  readonly commands: readonly Command[];
}

/** A function or a value, with the arguments of the function. */
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

/** A parsed template and the named templates that it defines. */
export interface Parsed {
  readonly main: readonly Node[];
  readonly defined: ReadonlyMap<string, readonly Node[]>;
}
