export type TokenType =
  | 'text'
  | 'open'
  | 'close'
  | 'space'
  | 'declare'
  | 'assign'
  | 'pipe'
  | 'comma'
  | 'left'
  | 'right'
  | 'dot'
  | 'field'
  | 'variable'
  | 'word'
  | 'keyword'
  | 'constant'
  | 'end';

export interface Token {
  readonly type: TokenType;
  readonly at: number;
  /** The name of a field or variable without its prefix, or the text of any other token. */
  readonly text: string;
  readonly value?: bigint | number | string | boolean;
}

/** A token without its position. */
export type TokenContent = Omit<Token, 'at'>;
