import { Halt } from '../values/fault.ts';
import type { Branch, Node, Parsed, Pipe } from './ast.ts';
import { lex } from './lexer.ts';
import { parsePipe } from './parse-pipe.ts';
import { Reader } from './reader.ts';

/**
 * Reads a template as Go's text/template does: functions must exist, variables must be declared, blocks must close.
 * Throws a Halt at the first fault.
 */
export function parse(text: string, checkFunction: (name: string) => void): Parsed {
  const reader = new Reader(lex(text), checkFunction);
  const defined = new Map<string, readonly Node[]>();
  const context: Context = { reader, defined, inRange: false, depth: 0 };
  const main = parseList(context, []);
  return { main, defined };
}

interface Context {
  readonly reader: Reader;
  readonly defined: Map<string, readonly Node[]>;
  readonly inRange: boolean;
  readonly depth: number;
}

const deepest = 100;

/** Nodes up to one of the keywords, which stays to be read; without keywords, up to the end of the text. */
function parseList(context: Context, ends: readonly string[]): readonly Node[] {
  const { reader, depth } = context;
  if (depth > deepest) throw new Halt(`blocks are nested deeper than ${deepest}`, reader.peek().at);
  const nodes: Node[] = [];
  for (;;) {
    const token = reader.next();
    if (token.type === 'text') nodes.push({ type: 'text', text: token.text });
    else if (token.type === 'end') {
      if (ends.length > 0) throw new Halt('a block is not closed: an {{end}} is missing', token.at);
      return nodes;
    } else {
      if (ends.includes(reader.peekSolid().text) && reader.peekSolid().type === 'keyword') return nodes;
      nodes.push(...parseAction(context, token.at));
    }
  }
}

function parseAction(context: Context, at: number): readonly Node[] {
  const { reader } = context;
  const token = reader.peekSolid();
  if (token.type !== 'keyword' || token.text === 'nil') {
    return [{ type: 'action', at: token.at, pipe: parsePipe(reader, 'command', 'close') }];
  }
  reader.nextSolid();
  switch (token.text) {
    case 'if':
    case 'with':
    case 'range':
      return [parseBranch(context, token.text, token.at)];
    case 'define':
      return parseDefine(context, at);
    case 'block':
      return [parseBlock(context, token.at)];
    case 'template':
      return [parseTemplate(context, token.at)];
    case 'break':
    case 'continue':
      return [parseJump(context, token.text, token.at)];
    default:
      throw new Halt(`{{${token.text}}} belongs to no block`, token.at);
  }
}

/** `if`, `with` and `range` with their `else`, and `else if` or `else with` as a branch inside it. */
function parseBranch(context: Context, type: Branch['type'], at: number): Branch {
  const { reader } = context;
  const scope = reader.openScope();
  const pipe = parsePipe(reader, type, 'close');
  const inRange = context.inRange || type === 'range';
  const then = parseList({ ...context, inRange, depth: context.depth + 1 }, ['else', 'end']);
  const otherwise = reader.nextSolid().text === 'else' ? parseElse(context, type) : closed(context);
  scope.close();
  return { type, at, pipe, then, otherwise };
}

function parseElse(context: Context, type: Branch['type']): readonly Node[] {
  const { reader } = context;
  const { type: kind, text, at } = reader.peekSolid();
  if (kind === 'keyword' && text === type && type !== 'range') {
    reader.nextSolid();
    return [parseBranch({ ...context, depth: context.depth + 1 }, type, at)];
  }
  reader.expect('close', 'else');
  const otherwise = parseList({ ...context, depth: context.depth + 1 }, ['end']);
  reader.nextSolid();
  reader.expect('close', 'end');
  return otherwise;
}

function closed({ reader }: Context): readonly Node[] {
  reader.expect('close', 'end');
  return [];
}

function parseDefine(context: Context, at: number): readonly Node[] {
  if (context.depth > 0) throw new Halt('{{define}} may stand at the top of the text only', at);
  const name = templateName(context, 'define');
  context.reader.expect('close', 'define');
  define(context, name, at);
  return [];
}

/** A block is a template that is defined where it is used. */
function parseBlock(context: Context, at: number): Node {
  const name = templateName(context, 'block');
  const pipe = parsePipe(context.reader, 'block', 'close');
  define(context, name, at);
  return { type: 'template', at, name, pipe };
}

/** The body of a template sees none of the variables around it. */
function define(context: Context, name: string, at: number): void {
  const { reader, defined } = context;
  const scope = reader.openScope('alone');
  const body = parseList({ ...context, inRange: false, depth: context.depth + 1 }, ['end']);
  scope.close();
  reader.nextSolid();
  reader.expect('close', 'end');
  const empty = body.every((node) => node.type === 'text' && node.text.trim() === '');
  const before = defined.get(name);
  if (before && before.length > 0 && !empty) throw new Halt(`template ${JSON.stringify(name)} is defined twice`, at);
  if (!before || !empty) defined.set(name, empty && before ? before : body);
}

function parseTemplate(context: Context, at: number): Node {
  const { reader } = context;
  const name = templateName(context, 'template');
  const alone = reader.peekSolid().type === 'close';
  const pipe: Pipe | undefined = alone ? undefined : parsePipe(reader, 'template', 'close');
  if (alone) reader.nextSolid();
  return { type: 'template', at, name, pipe };
}

function templateName({ reader }: Context, what: string): string {
  const { value, at } = reader.nextSolid();
  if (typeof value !== 'string') throw new Halt(`{{${what}}} needs a name in quotes`, at);
  return value;
}

function parseJump({ reader, inRange }: Context, type: 'break' | 'continue', at: number): Node {
  if (!inRange) throw new Halt(`{{${type}}} stands outside of {{range}}`, at);
  reader.expect('close', type);
  return { type, at };
}
