import { TemplateError, withOffset } from '../values/error.ts';
import type { Command, Pipe, Term } from './ast.ts';
import { type DeclaredVariables, type Reader, unexpected } from './reader.ts';
import type { TokenType } from './token.ts';

/**
 * Parses a pipeline including its end token. `context` names the construct in messages. The context `range` allows two
 * variables.
 */
export function parsePipe(reader: Reader, context: string, end: TokenType, depth = 0): Pipe {
  const { at } = reader.peekNonSpace();
  if (depth > 100) throw new TemplateError('parentheses are nested more than 100 levels deep', at);
  const { variables, declares } = parseVariables(reader, context);
  const commands: Command[] = [];
  for (;;) {
    const token = reader.peekNonSpace();
    if (token.type === end) {
      reader.next();
      checkCommands(commands, context, at);
      // The pipeline itself cannot use the variables that it declares.
      if (declares) for (const name of variables) reader.declare(name);
      return { at, variables, declares, commands };
    }
    commands.push(parseCommand(reader, depth));
  }
}

/** Parses `$a :=`, `$a =` or, in a range, `$index, $item :=`. */
function parseVariables(reader: Reader, context: string): DeclaredVariables {
  const found = reader.readVariables();
  if (!found) return { variables: [], declares: false };
  if (found.variables.length > (context === 'range' ? 2 : 1))
    throw new TemplateError(`too many variables in ${context}`, reader.peek().at);
  if (!found.declares)
    for (const name of found.variables)
      if (!reader.isDeclared(name)) throw new TemplateError(`variable $${name} is not declared`, reader.peek().at);
  return found;
}

function checkCommands(commands: readonly Command[], context: string, at: number): void {
  if (commands.length === 0) throw new TemplateError(`missing value for ${context}`, at);
  for (const { first, at: place } of commands.slice(1))
    if (['constant', 'dot', 'nil'].includes(first.type))
      throw new TemplateError('| must be followed by a function', place);
}

function parseCommand(reader: Reader, depth: number): Command {
  const { at } = reader.peekNonSpace();
  const terms: Term[] = [];
  for (;;) {
    reader.peekNonSpace();
    const term = parseOperand(reader, depth);
    if (term) terms.push(term);
    const token = reader.peek();
    if (token.type === 'space') continue;
    if (token.type === 'pipe') {
      reader.next();
      if (['close', 'right'].includes(reader.peekNonSpace().type)) throw unexpected(reader.peek(), 'a pipeline');
    } else if (token.type !== 'close' && token.type !== 'right') throw unexpected(token, 'a command');
    break;
  }
  const [first, ...rest] = terms;
  if (!first) throw new TemplateError('the command is empty', at);
  return { at, first, rest };
}

/** Parses a term and the fields directly after it. */
function parseOperand(reader: Reader, depth: number): Term | undefined {
  const term = parseTerm(reader, depth);
  if (!term || reader.peek().type !== 'field') return term;
  const path: string[] = [];
  while (reader.peek().type === 'field') path.push(reader.next().text);
  if (term.type === 'field') return { ...term, path: [...term.path, ...path] };
  if (term.type === 'variable') return { ...term, path };
  if (term.type === 'constant' || term.type === 'nil' || term.type === 'dot')
    throw new TemplateError(`unexpected .${path[0]} after a constant or a dot`, term.at);
  return { type: 'chain', at: term.at, base: term, path };
}

function parseTerm(reader: Reader, depth: number): Term | undefined {
  const { type, text, at, value } = reader.peek();
  const take = <T extends Term>(term: T): T => {
    reader.next();
    return term;
  };
  if (type === 'constant' && value !== undefined) return take({ type, at, value });
  if (type === 'dot') return take({ type, at });
  if (type === 'keyword' && text === 'nil') return take({ type: 'nil', at });
  if (type === 'field') return take({ type, at, path: [text] });
  if (type === 'left') {
    reader.next();
    return { type: 'pipe', at, pipe: parsePipe(reader, 'parentheses', 'right', depth + 1) };
  }
  if (type === 'variable') {
    if (!reader.isDeclared(text)) throw new TemplateError(`variable $${text} is not declared`, at);
    return take({ type, at, name: text, path: [] });
  }
  if (type !== 'word') return undefined;
  withOffset(at, () => reader.checkFunction(text));
  return take({ type: 'function', at, name: text });
}
