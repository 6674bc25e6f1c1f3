import { type Document, isAlias, type LineCounter, visit, type YAMLParseError } from 'yaml';
import { limits } from '../data/limits.ts';

/** An error in the YAML text itself, which prevents it from being parsed. Lines and columns count from 1. */
export interface YamlError {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly fix?: string;
}

type Code = YAMLParseError['code'];

/** Fixes for the errors that people commonly make. The parser's own message describes the error. */
const fixes: Partial<Readonly<Record<Code, string>>> = {
  BAD_ALIAS: 'quote a value that starts with * or &',
  BAD_INDENT: 'use the same indentation for all keys of a mapping and for all items of a list',
  BAD_SCALAR_START: 'quote the value',
  BLOCK_AS_IMPLICIT_KEY:
    'quote a value that contains ": ", start a nested mapping on its own line, or indent the next key like this one',
  MISSING_CHAR: 'add the missing character, or quote the whole value',
  MULTILINE_IMPLICIT_KEY: 'add a colon after the key, or indent the continuation lines',
  NON_STRING_KEY: 'quote the key, or the whole value if it is text such as {{ .name }}',
  TAB_AS_INDENT: 'indent with spaces',
  TAG_RESOLVE_FAILED: 'remove the tag',
  UNEXPECTED_TOKEN: 'quote text that contains special characters, and start a list on its own line',
};

/** Converts a parser error, and adds its position and a fix. */
export function syntaxError(error: YAMLParseError, lines: LineCounter): YamlError {
  const fix = fixes[error.code];
  const position = positionOf(error.pos[0], lines);
  const message = error.code === 'NON_STRING_KEY' ? 'a key is not a string' : lowerFirst(error.message);
  const text = { message, ...(fix === undefined ? {} : { fix }) };
  return { ...position, ...(unclosedError(error.message) ?? text) };
}

/** The parser reports a flow mapping or list without an end as wrong indentation. */
function unclosedError(message: string): Pick<YamlError, 'message' | 'fix'> | undefined {
  const [, sort] = /^Flow (map|sequence) in block collection must be /.exec(message) ?? [];
  if (sort === undefined) return undefined;
  const [what, start, end] = sort === 'map' ? ['mapping', '{', '}'] : ['list', '[', ']'];
  return {
    message: `a ${what} that starts with ${start} is not closed, or a line of it is not indented`,
    fix: `close it with ${end}, and indent its lines further than its key; quote the value if it is text`,
  };
}

/** The error for a duplicate key at an offset. */
export function duplicateKeyError(offset: number, text: string, lines: LineCounter): YamlError {
  const start = text.slice(offset, offset + limits.message);
  const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:]+)/.exec(start)?.[0] ?? '';
  const message = `the mapping contains the key ${key} twice`;
  return { message, ...positionOf(offset, lines), fix: 'keep only one of them' };
}

/** The error for a key at an offset that is too long. */
export function longKeyError(offset: number, lines: LineCounter): YamlError {
  const message = 'the mapping contains a key that is too long for YAML parsers';
  return { message, ...positionOf(offset, lines), fix: 'use a shorter key' };
}

/** The error for a character that is half of a surrogate pair. */
export function surrogateError(offset: number, text: string): YamlError {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  const message = 'the text contains half of a surrogate pair, which no YAML parser accepts';
  return { message, line: before.split('\n').length, column: offset - start + 1, fix: 'write the whole character' };
}

function positionOf(offset: number, lines: LineCounter): Pick<YamlError, 'line' | 'column'> {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

interface AliasUse {
  readonly name: string;
  readonly start: number;
  /** The node that the alias refers to, or undefined if no anchor before it has this name. */
  readonly target: { readonly start: number; readonly end: number } | undefined;
}

/**
 * Why the aliases of a document cannot be expanded: one has no anchor, one refers to a node that contains it, or they
 * repeat a value too often.
 */
export function aliasError(document: Document.Parsed, lines: LineCounter, maxCount: number): YamlError {
  const uses = aliasesOf(document);
  const dangling = uses.find(({ target }) => !target);
  const cyclic = uses.find(({ start, target }) => target && target.start <= start && start < target.end);
  const { line, col } = lines.linePos((dangling ?? cyclic ?? uses[0])?.start ?? 0);
  const position = { line: Math.max(1, line), column: Math.max(1, col) };
  const fix = 'replace the alias with the value itself';
  if (dangling) {
    const message = `alias *${dangling.name} has no anchor &${dangling.name} before it`;
    return { ...position, message, fix: `quote *${dangling.name} if it is text; otherwise ${fix}` };
  }
  if (cyclic) return { ...position, message: `alias *${cyclic.name} refers to a value that contains it`, fix };
  const message = `with aliases, a value occurs more than ${maxCount} times`;
  return { ...position, message, fix: 'replace aliases with the values themselves' };
}

/** Collects all aliases in a single pass, because a malicious file can contain very many. */
function aliasesOf(document: Document.Parsed): readonly AliasUse[] {
  const anchors = new Map<string, AliasUse['target']>();
  const uses: AliasUse[] = [];
  visit(document, {
    Node: (_, node) => {
      const [start, , end] = node.range ?? [0, 0, 0];
      if (isAlias(node)) uses.push({ name: node.source, start, target: anchors.get(node.source) });
      else if (node.anchor !== undefined) anchors.set(node.anchor, { start, end });
    },
  });
  return uses;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
