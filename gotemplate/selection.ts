import type { Branch, Node } from './syntax/ast.ts';

/** How the branches of an `if`, `with` or `range` can continue the text before it, as far as the template determines it. */
export interface Continuation {
  /**
   * For each branch that prints something: the spaces and line breaks at its start, with the character after them. The last
   * line break is always the first character. Empty if only the data determines the start.
   */
  readonly leads: readonly string[];
  /**
   * The least column of a line that a branch starts, or -1 if a branch can close a bracket that it does not open. Infinity if
   * no branch starts a line.
   */
  readonly column: number;
}

/** A range of the output, possibly empty, that marked values chose among the branches of a condition. */
export interface Selection extends Continuation {
  readonly start: number;
  readonly end: number;
}

/** Of a value: any text in place of the value, which is a scalar. */
export const ofValue: Continuation = { leads: [''], column: Number.POSITIVE_INFINITY };

/** Of `break` and `continue`: any text. */
export const ofJump: Continuation = { leads: [''], column: -1 };

const known = new WeakMap<Branch, Continuation>();

export function continuationOf(branch: Branch): Continuation {
  const before = known.get(branch);
  if (before) return before;
  const bodies = [branch.then, branch.otherwise];
  const leads = new Set(bodies.flatMap((body) => startsOf(body, '').leads));
  const column = Math.min(columnOf(branch.then), columnOf(branch.otherwise));
  const found = { leads: [...leads], column };
  known.set(branch, found);
  return found;
}

interface Starts {
  readonly leads: readonly string[];
  /** The blank text of a path through the nodes that prints nothing else. Undefined if there is none. */
  readonly blank: string | undefined;
}

function startsOf(nodes: readonly Node[], before: string): Starts {
  const leads: string[] = [];
  let blank: string | undefined = before;
  for (const node of nodes) {
    const next = startOf(node, blank);
    for (const lead of next.leads) leads.push(lead);
    blank = next.blank;
    if (blank === undefined) break;
  }
  return { leads, blank };
}

function startOf(node: Node, blank: string): Starts {
  if (node.type === 'text') return startOfText(node.text, blank);
  if (node.type === 'action' && node.pipe.variables.length > 0) return { leads: [], blank };
  if (node.type === 'action' || node.type === 'template') return { leads: [''], blank: undefined };
  if (node.type === 'break' || node.type === 'continue') return { leads: [], blank: undefined };
  const bodies = [node.then, node.otherwise].map((body) => startsOf(body, blank));
  const leads = bodies.flatMap((body) => body.leads);
  const [rest, ...others] = new Set(bodies.flatMap((body) => body.blank ?? []));
  // With different blank texts, the start of the next text is not known.
  return others.length > 0 ? { leads: [...leads, ''], blank: undefined } : { leads, blank: rest };
}

function startOfText(text: string, before: string): Starts {
  const content = text.search(/\S/);
  const blank = before + (content < 0 ? text : text.slice(0, content));
  const line = blank.slice(Math.max(0, blank.lastIndexOf('\n')));
  return content < 0 ? { leads: [], blank: line } : { leads: [line + text[content]], blank: undefined };
}

function columnOf(nodes: readonly Node[]): number {
  const texts = [...textsOf(nodes)];
  if (texts.includes(undefined)) return -1;
  const text = texts.join('');
  let least = Number.POSITIVE_INFINITY;
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth < 0) return -1;
  }
  for (const [, spaces = ''] of text.matchAll(/\n( *)[^\s#]/g)) least = Math.min(least, spaces.length);
  return least;
}

/** Every text that the nodes can print, with `x` for each value. Undefined for the text of another template. */
function* textsOf(nodes: readonly Node[]): Generator<string | undefined> {
  for (const node of nodes) {
    if (node.type === 'text') yield node.text;
    if (node.type === 'action' && node.pipe.variables.length === 0) yield 'x';
    if (node.type === 'template') yield undefined;
    if (!('then' in node)) continue;
    yield* textsOf(node.then);
    yield* textsOf(node.otherwise);
  }
}
