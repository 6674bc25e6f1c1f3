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
  /** The name of a field or variable without its mark; the text of any other. */
  readonly text: string;
  readonly value?: bigint | number | string | boolean;
}

/** A token before its position is known. */
export type Unplaced = Omit<Token, 'at'>;
