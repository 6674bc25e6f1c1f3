import { TemplateError } from '../values/template-error.ts';
import type { Token, TokenType } from './token.ts';

export interface VariableList {
  readonly variables: readonly string[];
  readonly declares: boolean;
}

/** Reads tokens one by one, and tracks the declared variables. */
export class TokenReader {
  private at = 0;
  private variables: readonly string[] = [''];
  private readonly tokens: readonly Token[];
  /** Throws for a function that does not exist. */
  readonly checkFunction: (name: string) => void;

  constructor(tokens: readonly Token[], checkFunction: (name: string) => void) {
    this.tokens = tokens;
    this.checkFunction = checkFunction;
  }

  /** At the end, always returns the end token. */
  peek(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  /** Skips spaces first. */
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

  /** Reads `$a :=`, `$a =` or `$a, $b :=` if one of them is next. */
  readVariables(): VariableList | undefined {
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

  /** Opens a scope: closing it removes its variables. `alone` also hides outer variables. */
  openScope(how?: 'alone'): { close(): void } {
    const before = this.variables;
    if (how === 'alone') this.variables = [''];
    const close = () => {
      this.variables = before;
    };
    return { close };
  }
}

export function unexpected({ text, at, type }: Token, context: string): TemplateError {
  const what = type === 'end' ? 'the end of the text' : text;
  return new TemplateError(`${what} is not expected in ${context}`, at);
}
