/** An expression without one of its operands, and the removed part. */
export interface Mutation {
  readonly text: string;
  readonly removed: string;
}

/** Operators with the symbols that end their operands. Brackets and commas end every operand. */
const operators: readonly (readonly [operator: string, ends: readonly string[]])[] = [
  ['&&', ['&&', '||', '?', ':']],
  ['||', ['||', '?', ':']],
  ['+', ['+', '==', '!=', '&&', '||', '?', ':']],
];

/** The expressions that result from removing one operand of `&&`, `||` or `+`. */
export function mutationsOf(cel: string): readonly Mutation[] {
  const tokens = tokensOf(cel);
  return tokens.flatMap((token, at) => {
    const found = operators.find(([operator]) => operator === token);
    if (!found) return [];
    const [first, last] = [edge(tokens, at, -1, found[1]), edge(tokens, at, 1, found[1])];
    return [without(tokens, first + 1, at + 1), without(tokens, at, last)].filter(
      ({ removed }) => removed.replace(/[&|+\s]/g, '') !== '',
    );
  });
}

function without(tokens: readonly string[], from: number, to: number): Mutation {
  const text = [...tokens.slice(0, from), ...tokens.slice(to)].join('');
  return { text, removed: tokens.slice(from, to).join('').trim() };
}

/** Splits into string literals, operators, brackets and single other characters. */
function tokensOf(cel: string): readonly string[] {
  return cel.match(/'(?:[^'\\]|\\.)*'|&&|\|\||==|!=|\.\?|\[\?|./gs) ?? [];
}

/** The position of the token that ends an operand, in one direction. */
function edge(tokens: readonly string[], start: number, step: 1 | -1, ends: readonly string[]): number {
  let depth = 0;
  for (let at = start + step; at >= 0 && at < tokens.length; at += step) {
    const token = tokens[at] as string;
    const [opens, closes] = step === 1 ? ['([{', ')]}'] : [')]}', '([{'];
    if (depth === 0 && (closes.includes(token[0] as string) || token === ',' || ends.includes(token))) return at;
    if (depth === 0 && step === -1 && token === '[?') return at;
    if (opens.includes(token[0] as string)) depth++;
    if (closes.includes(token[0] as string)) depth--;
  }
  return step === 1 ? tokens.length : -1;
}
