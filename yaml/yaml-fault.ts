import { type Document, isAlias, type LineCounter, visit, type YAMLParseError } from 'yaml';

/** A fault of the text itself, which keeps it from being read. Lines and columns count from 1. */
export interface YamlFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly fix?: string;
}

type Code = YAMLParseError['code'];

/** What helps against the faults that people make; the parser's own words say what is wrong. */
const fixes: Partial<Readonly<Record<Code, string>>> = {
  BAD_ALIAS: 'put a value that begins with * or & in quotes',
  BAD_INDENT: 'give all keys of a mapping, and all items of a list, the same indentation',
  BAD_SCALAR_START: 'put the value in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put a value that holds ": " in quotes, or begin a mapping on a line of its own',
  DUPLICATE_KEY: 'keep one of them',
  MISSING_CHAR: 'add what is missing, or put the whole value in quotes',
  MULTILINE_IMPLICIT_KEY: 'put a colon behind the key, or indent the text that goes on',
  NON_STRING_KEY: 'put the key in quotes',
  TAB_AS_INDENT: 'indent with spaces',
  UNEXPECTED_TOKEN: 'put a text with special characters in quotes',
};

/** The parser's error with its place and a fix; a duplicate key is named. */
export function syntaxFault(error: YAMLParseError, text: string, lines: LineCounter): YamlFault {
  const { line, col } = lines.linePos(error.pos[0]);
  const fix = fixes[error.code];
  const message = error.code === 'DUPLICATE_KEY' ? duplicateKey(text.slice(error.pos[0])) : lowerFirst(error.message);
  return { message, line: Math.max(1, line), column: Math.max(1, col), ...(fix === undefined ? {} : { fix }) };
}

function duplicateKey(text: string): string {
  const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s:]+)/.exec(text)?.[0] ?? '';
  return `the mapping has the key ${key} twice`;
}

/** An alias, and what it names: undefined when nothing of that name stands before it. */
interface Use {
  readonly name: string;
  readonly start: number;
  readonly target: { readonly start: number; readonly end: number } | undefined;
}

/** Why a document's aliases cannot be put in place: one names nothing or what it is a part of, or they are too many. */
export function aliasFault(document: Document.Parsed, lines: LineCounter, most: number): YamlFault {
  const uses = aliasesOf(document);
  const dangling = uses.find(({ target }) => !target);
  const endless = uses.find(({ start, target }) => target && target.start <= start && start < target.end);
  const { line, col } = lines.linePos((dangling ?? endless ?? uses[0])?.start ?? 0);
  const place = { line: Math.max(1, line), column: Math.max(1, col), fix: 'write out what is meant' };
  if (dangling) return { ...place, message: `no anchor &${dangling.name} stands before *${dangling.name}` };
  if (endless) return { ...place, message: `*${endless.name} is a part of what it stands for` };
  return { ...place, message: `its aliases stand for more than ${most} values` };
}

/** In one pass, for a file made to do harm has very many. */
function aliasesOf(document: Document.Parsed): readonly Use[] {
  const anchors = new Map<string, Use['target']>();
  const uses: Use[] = [];
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
