import { TemplateError } from '../values/error.ts';
import type { Token, TokenType } from './token.ts';

export interface Variables {
  readonly variables: readonly string[];
  readonly declares: boolean;
}

/** Reads tokens in order and tracks the variables in scope. */
export class Reader {
  private at = 0;
  private variables: readonly string[] = [''];
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

  /** Reads `$a :=`, `$a =` or `$a, $b :=`. Returns undefined and reads nothing if none of them comes next. */
  readVariables(): Variables | undefined {
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
    this.variables = [...this.variables, variable];
  }

  isDeclared(variable: string): boolean {
    return this.variables.includes(variable);
  }

  /** Opens a scope for variables. An `isolated` scope hides the variables of the outer scopes. */
  openScope(mode?: 'isolated'): { close(): void } {
    const outer = this.variables;
    if (mode === 'isolated') this.variables = [''];
    const close = () => {
      this.variables = outer;
    };
    return { close };
  }
}

export function unexpected({ text, at, type }: Token, context: string): TemplateError {
  const subject = type === 'end' ? 'end of text' : text;
  return new TemplateError(`unexpected ${subject} in ${context}`, at);
}
