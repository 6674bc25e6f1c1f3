import { TemplateError } from '../values/error.ts';
import type { Token, TokenType } from './token.ts';

export interface DeclaredVariables {
  readonly variables: readonly string[];
  readonly declares: boolean;
}

/** The variables in scope, as a stack with a count of each name. The first variable is `$`, the data of the template. */
class Variables {
  private readonly names: string[] = [];
  private readonly counts = new Map<string, number>();

  constructor() {
    this.push('');
  }

  get size(): number {
    return this.names.length;
  }

  has(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0;
  }

  push(name: string): void {
    this.names.push(name);
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Removes the newest variables until `size` remain. */
  shrink(size: number): void {
    for (const name of this.names.splice(size)) this.counts.set(name, (this.counts.get(name) ?? 0) - 1);
  }
}

/** Reads tokens in order and tracks the variables in scope. */
export class Reader {
  private at = 0;
  private variables = new Variables();
  private readonly tokens: readonly Token[];
  /** Throws if the function does not exist. */
  readonly checkFunction: (name: string) => void;

  constructor(tokens: readonly Token[], checkFunction: (name: string) => void) {
    this.tokens = tokens;
    this.checkFunction = checkFunction;
  }

  /** Returns the next token. After the last one, always returns the `end` token. */
  peek(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  peekNonSpace(): Token {
    while (this.peek().type === 'space') this.at++;
    return this.peek();
  }

  nextNonSpace(): Token {
    this.peekNonSpace();
    return this.next();
  }

  expect(type: TokenType, context: string): void {
    const token = this.nextNonSpace();
    if (token.type !== type) throw unexpected(token, context);
  }

  /**
   * Reads `$a :=`, `$a =` or `$a, $b :=`. Returns undefined and consumes nothing if there is no such declaration or
   * assignment.
   */
  readVariables(): DeclaredVariables | undefined {
    const start = this.at;
    const variables: string[] = [];
    while (this.peekNonSpace().type === 'variable') {
      variables.push(this.next().text);
      const { type } = this.nextNonSpace();
      if (type === 'declare' || type === 'assign') return { variables, declares: type === 'declare' };
      if (type !== 'comma') break;
    }
    this.at = start;
    return undefined;
  }

  declare(variable: string): void {
    this.variables.push(variable);
  }

  isDeclared(variable: string): boolean {
    return this.variables.has(variable);
  }

  /** Opens a scope for variables. An `isolated` scope hides the variables of the outer scopes. */
  openScope(mode?: 'isolated'): { close(): void } {
    const outer = this.variables;
    const { size } = outer;
    if (mode === 'isolated') this.variables = new Variables();
    const close = () => {
      this.variables = outer;
      outer.shrink(size);
    };
    return { close };
  }
}

export function unexpected({ text, at, type }: Token, context: string): TemplateError {
  const subject = type === 'end' ? 'end of text' : text;
  return new TemplateError(`unexpected ${subject} in ${context}`, at);
}
