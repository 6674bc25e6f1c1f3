import type { Node } from './syntax/ast.ts';

/** What every text that some nodes can print has in common. */
export interface Content {
  /** Whether it has only characters that do not end or start a scalar. */
  readonly isWord: boolean;
  /** Whether it is a scalar, or empty. */
  readonly isScalar: boolean;
  /** Whether it has no quotes or backslashes. */
  readonly isUnquoted: boolean;
  /** Whether it has all quotes and brackets in pairs. */
  readonly isClosed: boolean;
  /** Whether it also has no comments, so that it can be in a mapping or list in brackets. */
  readonly isFlow: boolean;
}

const any: Content = { isWord: false, isScalar: false, isUnquoted: false, isClosed: false, isFlow: false };

/** The content of nodes, with that of the conditions among them. Undefined means any text. */
export function contentOf(nodes: readonly Node[] | undefined, nested: readonly Content[] = []): Content {
  if (!nodes || nodes.some(({ type }) => type === 'template')) return any;
  const text = nodes.map(ownText).join('');
  const every = (key: keyof Content) => nested.every((one) => one[key]);
  const isClosed = every('isClosed') && hasPairs(text);
  return {
    isWord: every('isWord') && words.test(text),
    isScalar: every(text === '' ? 'isScalar' : 'isWord') && scalar.test(text),
    isUnquoted: every('isUnquoted') && !/["'\\]/.test(text),
    isClosed,
    isFlow: isClosed && every('isFlow') && !text.includes('#'),
  };
}

const words = /^[\w./@+= -]*$/;
const scalar = /^(?:[\w./@+=-]+(?: [\w./@+=-]+)*|"[^"\\\n]*"|'[^'\n]*')?$/;

/** The text of a node, with `x` for a value. */
function ownText(node: Node): string {
  if (node.type === 'text') return node.text;
  return node.type === 'action' && node.pipe.variables.length === 0 ? 'x' : '';
}

/** Quoted texts, comments, and the indicators that remain. A quote in a word, as in "it's", is not an indicator. */
const indicators = /(?<![^\s,[{:])(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|["'])|(?<!\S)#[^\n]*|[[\]{}]/g;

function hasPairs(text: string): boolean {
  let depth = 0;
  for (const [found] of text.matchAll(indicators)) {
    if (found === '"' || found === "'") return false;
    if (found === '[' || found === '{') depth++;
    if (found === ']' || found === '}') depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
}
