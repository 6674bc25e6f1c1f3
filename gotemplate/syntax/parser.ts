import { TemplateError } from '../values/template-error.ts';
import type { Branch, Node, ParsedTemplate, Pipe } from './ast.ts';
import { lex } from './lexer.ts';
import { parsePipe } from './parse-pipe.ts';
import { TokenReader } from './token-reader.ts';

/**
 * Parses a template like Go's text/template: functions must exist, variables must be declared, blocks must be closed.
 * Throws a TemplateError at the first error.
 */
export function parse(text: string, checkFunction: (name: string) => void): ParsedTemplate {
  const reader = new TokenReader(lex(text), checkFunction);
  const defined = new Map<string, readonly Node[]>();
  const context: ParseContext = { reader, defined, inRange: false, depth: 0 };
  const main = parseList(context, []);
  return { main, defined };
}

interface ParseContext {
  readonly reader: TokenReader;
  readonly defined: Map<string, readonly Node[]>;
  readonly inRange: boolean;
  readonly depth: number;
}

const maxDepth = 100;

/** Parses nodes up to one of the keywords, which is not consumed; without keywords, up to the end of the text. */
function parseList(context: ParseContext, ends: readonly string[]): readonly Node[] {
  const { reader, depth } = context;
  if (depth > maxDepth) throw new TemplateError(`blocks are nested deeper than ${maxDepth}`, reader.peek().at);
  const nodes: Node[] = [];
  for (;;) {
    const token = reader.next();
    if (token.type === 'text') nodes.push({ type: 'text', text: token.text });
    else if (token.type === 'end') {
      if (ends.length > 0) throw new TemplateError('a block is not closed: an {{end}} is missing', token.at);
      return nodes;
    } else {
      if (ends.includes(reader.peekNonSpace().text) && reader.peekNonSpace().type === 'keyword') return nodes;
      nodes.push(...parseAction(context, token.at));
    }
  }
}

function parseAction(context: ParseContext, at: number): readonly Node[] {
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
      throw new TemplateError(`{{${token.text}}} belongs to no block`, token.at);
  }
}

/** Parses `if`, `with` and `range` with their `else`. `else if` and `else with` become nested branches. */
function parseBranch(context: ParseContext, type: Branch['type'], at: number): Branch {
  const { reader } = context;
  const scope = reader.openScope();
  const pipe = parsePipe(reader, type, 'close');
  const inRange = context.inRange || type === 'range';
  const then = parseList({ ...context, inRange, depth: context.depth + 1 }, ['else', 'end']);
  const otherwise = reader.nextNonSpace().text === 'else' ? parseElse(context, type) : parseEnd(context);
  scope.close();
  return { type, at, pipe, then, otherwise };
}

function parseElse(context: ParseContext, type: Branch['type']): readonly Node[] {
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

function parseEnd({ reader }: ParseContext): readonly Node[] {
  reader.expect('close', 'end');
  return [];
}

function parseDefine(context: ParseContext, at: number): readonly Node[] {
  if (context.depth > 0) throw new TemplateError('{{define}} may stand at the top of the text only', at);
  const name = templateName(context, 'define');
  context.reader.expect('close', 'define');
  defineTemplate(context, name, at);
  return [];
}

/** Parses a block: a template that is defined where it is used. */
function parseBlock(context: ParseContext, at: number): Node {
  const name = templateName(context, 'block');
  const pipe = parsePipe(context.reader, 'block', 'close');
  defineTemplate(context, name, at);
  return { type: 'template', at, name, pipe };
}

/** Parses the body of a template, which does not see outer variables. */
function defineTemplate(context: ParseContext, name: string, at: number): void {
  const { reader, defined } = context;
  const scope = reader.openScope('alone');
  const body = parseList({ ...context, inRange: false, depth: context.depth + 1 }, ['end']);
  scope.close();
  reader.nextNonSpace();
  reader.expect('close', 'end');
  const empty = body.every((node) => node.type === 'text' && node.text.trim() === '');
  const before = defined.get(name);
  if (before && before.length > 0 && !empty)
    throw new TemplateError(`template ${JSON.stringify(name)} is defined twice`, at);
  if (!before || !empty) defined.set(name, empty && before ? before : body);
}

function parseTemplate(context: ParseContext, at: number): Node {
  const { reader } = context;
  const name = templateName(context, 'template');
  const alone = reader.peekNonSpace().type === 'close';
  const pipe: Pipe | undefined = alone ? undefined : parsePipe(reader, 'template', 'close');
  if (alone) reader.nextNonSpace();
  return { type: 'template', at, name, pipe };
}

function templateName({ reader }: ParseContext, what: string): string {
  const { value, at } = reader.nextNonSpace();
  if (typeof value !== 'string') throw new TemplateError(`{{${what}}} needs a name in quotes`, at);
  return value;
}

function parseJump({ reader, inRange }: ParseContext, type: 'break' | 'continue', at: number): Node {
  if (!inRange) throw new TemplateError(`{{${type}}} stands outside of {{range}}`, at);
  reader.expect('close', type);
  return { type, at };
}
