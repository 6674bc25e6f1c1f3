import { TemplateError } from '../values/error.ts';
import type { Branch, Node, Parsed, Pipe } from './ast.ts';
import { lex } from './lexer.ts';
import { parsePipe } from './parse-pipe.ts';
import { Reader } from './reader.ts';

/**
 * Parses a template like Go's text/template: functions must exist, variables must be declared, and blocks must be
 * closed. Throws a TemplateError at the first error.
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

const maxDepth = 100;

/**
 * Parses nodes up to one of the keywords, which it does not consume. Without keywords, parses up to the end of the
 * text.
 */
function parseList(context: Context, ends: readonly string[]): readonly Node[] {
  const { reader, depth } = context;
  if (depth > maxDepth)
    throw new TemplateError(`blocks are nested more than ${maxDepth} levels deep`, reader.peek().at);
  const nodes: Node[] = [];
  for (;;) {
    const token = reader.next();
    if (token.type === 'text') nodes.push({ type: 'text', text: token.text });
    else if (token.type === 'end') {
      if (ends.length > 0) throw new TemplateError('missing {{end}}: a block is not closed', token.at);
      return nodes;
    } else {
      if (ends.includes(reader.peekNonSpace().text) && reader.peekNonSpace().type === 'keyword') return nodes;
      for (const node of parseAction(context, token.at)) nodes.push(node);
    }
  }
}

function parseAction(context: Context, at: number): readonly Node[] {
  const { reader } = context;
  const token = reader.peekNonSpace();
  if (token.type !== 'keyword' || token.text === 'nil') {
    return [{ type: 'action', at: token.at, pipe: parsePipe(reader, 'command', 'close') }];
  }
  reader.nextNonSpace();
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
      throw new TemplateError(`unexpected {{${token.text}}}: ${misplaced(token.text)}`, token.at);
  }
}

/**
 * Why a keyword is unexpected: `end` only outside blocks, `else` also after another `else` or directly in a named
 * template.
 */
function misplaced(keyword: string): string {
  return keyword === 'else' ? 'it is allowed once in each if, with or range block' : 'no block is open';
}

/** Parses `if`, `with` or `range` with its `else`. `else if` and `else with` become a branch inside the `else`. */
function parseBranch(context: Context, type: Branch['type'], at: number): Branch {
  const { reader } = context;
  const scope = reader.openScope();
  const pipe = parsePipe(reader, type, 'close');
  const inRange = context.inRange || type === 'range';
  const then = parseList({ ...context, inRange, depth: context.depth + 1 }, ['else', 'end']);
  const otherwise = reader.nextNonSpace().text === 'else' ? parseElse(context, type) : parseEnd(context);
  scope.close();
  return { type, at, pipe, then, otherwise };
}

function parseElse(context: Context, type: Branch['type']): readonly Node[] {
  const { reader } = context;
  const { type: kind, text, at } = reader.peekNonSpace();
  if (kind === 'keyword' && text === type && type !== 'range') {
    reader.nextNonSpace();
    return [parseBranch({ ...context, depth: context.depth + 1 }, type, at)];
  }
  reader.expect('close', 'else');
  const otherwise = parseList({ ...context, depth: context.depth + 1 }, ['end']);
  reader.nextNonSpace();
  reader.expect('close', 'end');
  return otherwise;
}

function parseEnd({ reader }: Context): readonly Node[] {
  reader.expect('close', 'end');
  return [];
}

function parseDefine(context: Context, at: number): readonly Node[] {
  if (context.depth > 0) throw new TemplateError('{{define}} must not be inside a block', at);
  const name = templateName(context, 'define');
  context.reader.expect('close', 'define');
  define(context, name, at);
  return [];
}

/** Parses a block, which defines a template and calls it immediately. */
function parseBlock(context: Context, at: number): Node {
  const name = templateName(context, 'block');
  const pipe = parsePipe(context.reader, 'block', 'close');
  define(context, name, at);
  return { type: 'template', at, name, pipe };
}

/** Defines a template. Its body cannot use variables from outside. */
function define(context: Context, name: string, at: number): void {
  const { reader, defined } = context;
  const scope = reader.openScope('isolated');
  const body = parseList({ ...context, inRange: false, depth: context.depth + 1 }, ['end']);
  scope.close();
  reader.nextNonSpace();
  reader.expect('close', 'end');
  const isEmpty = body.every((node) => node.type === 'text' && node.text.trim() === '');
  const previous = defined.get(name);
  if (previous && previous.length > 0 && !isEmpty)
    throw new TemplateError(`template ${JSON.stringify(name)} is defined twice`, at);
  if (!previous || !isEmpty) defined.set(name, body);
}

function parseTemplate(context: Context, at: number): Node {
  const { reader } = context;
  const name = templateName(context, 'template');
  const hasArgument = reader.peekNonSpace().type !== 'close';
  const pipe: Pipe | undefined = hasArgument ? parsePipe(reader, 'template', 'close') : undefined;
  if (!hasArgument) reader.nextNonSpace();
  return { type: 'template', at, name, pipe };
}

function templateName({ reader }: Context, keyword: string): string {
  const { value, at } = reader.nextNonSpace();
  if (typeof value !== 'string') throw new TemplateError(`{{${keyword}}} needs a name in quotes`, at);
  return value;
}

function parseJump({ reader, inRange }: Context, type: 'break' | 'continue', at: number): Node {
  if (!inRange) throw new TemplateError(`{{${type}}} is outside {{range}}`, at);
  reader.expect('close', type);
  return { type, at };
}
