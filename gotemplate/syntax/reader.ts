import { Halt } from '../values/fault.ts';
import type { Token, TokenType } from './token.ts';

export interface Variables {
  readonly variables: readonly string[];
  readonly declares: boolean;
}

/** Tokens one by one, with the variables that are declared where the reader stands. */
export class Reader {
  private at = 0;
  private variables: readonly string[] = [''];
  private readonly tokens: readonly Token[];
  /** Throws for a function that does not exist. */
  readonly checkFunction: (name: string) => void;

  constructor(tokens: readonly Token[], checkFunction: (name: string) => void) {
    this.tokens = tokens;
    this.checkFunction = checkFunction;
  }

  /** The end stays when it is reached. */
  peek(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  /** Passes over spaces first. */
  peekSolid(): Token {
    while (this.peek().type === 'space') this.at++;
    return this.peek();
  }

  nextSolid(): Token {
    this.peekSolid();
    return this.next();
  }

  expect(type: TokenType, context: string): void {
    const token = this.nextSolid();
    if (token.type !== type) throw unexpected(token, context);
  }

  /** Reads `$a :=`, `$a =` or `$a, $b :=` when one of them comes next. */
  readVariables(): Variables | undefined {
    const start = this.at;
    const variables: string[] = [];
    while (this.peekSolid().type === 'variable') {
      variables.push(this.next().text);
      const { type } = this.nextSolid();
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

  /** Variables declared until it is closed are forgotten then; `alone` hides those declared before. */
  openScope(how?: 'alone'): { close(): void } {
    const before = this.variables;
    if (how === 'alone') this.variables = [''];
    const close = () => {
      this.variables = before;
    };
    return { close };
  }
}

export function unexpected({ text, at, type }: Token, context: string): Halt {
  const what = type === 'end' ? 'the end of the text' : text;
  return new Halt(`${what} is not expected in ${context}`, at);
}
