import { Composer, type CST, type Document, Lexer, LineCounter, Parser } from 'yaml';
import { type Limits, limits } from '../data/limits.ts';
import { keepFirstErrors } from './first-errors.ts';
import type { YamlError } from './yaml-error.ts';

export interface FullDocument {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

/** Parses the text into documents with nodes, or returns the error that stopped the parser. */
export function parseDocuments(text: string, bounds: Limits = limits): FullDocument[] | YamlError {
  return compose(text, bounds).documents;
}

export interface Composed {
  readonly documents: FullDocument[] | YamlError;
  /** The number of tokens that were read, including the one that exceeds a limit. */
  readonly tokens: number;
}

/** Like `parseDocuments`, and counts the tokens. */
export function compose(text: string, bounds: Limits): Composed {
  const lines = new LineCounter();
  const count = { tokens: 0, aliases: 0 };
  try {
    const documents = composeDocuments(text, lines, { bounds, count });
    const located = Array.isArray(documents) ? documents.map((document) => ({ document, lines })) : documents;
    return { documents: located, tokens: count.tokens };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { documents: excessError('depth'), tokens: count.tokens };
  }
}

interface Counting {
  readonly bounds: Limits;
  readonly count: { tokens: number; aliases: number };
}

/**
 * The schema of YAML 1.2, also for documents with `%YAML 1.1`. Otherwise, such a document can copy a mapping for each merge key,
 * and the tag `!!omap` compares each key with all others. Both also produce values that are not plain data.
 */
const onlyCore = { schema: 'core', resolveKnownTags: false } as const;

/** More could overflow the stack inside the parser, and such an overflow cannot always be caught. */
const maxOpenNodes = 2 * limits.depth;

/** The mappings, lists and scalars that a parser has started and not completed yet. The parser does not declare this field. */
function openNodes(parser: Parser): readonly unknown[] {
  return Reflect.get(parser, 'stack');
}

/**
 * Drives the parser token by token, to stop at a limit. Unique keys are checked afterwards, because the parser compares
 * each key of a mapping with all others.
 */
function composeDocuments(
  text: string,
  lines: LineCounter,
  { bounds, count }: Counting,
): Document.Parsed[] | YamlError {
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({ ...onlyCore, prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const nextToken = keepFirstErrors(composer);
  const documents: Document.Parsed[] = [];
  const add = (token: CST.Token) => {
    nextToken();
    for (const document of composer.next(token)) documents.push(document);
  };
  const open = openNodes(parser);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    count.tokens++;
    if (/^[*&]/.test(lexeme)) count.aliases++;
    if (count.tokens > bounds.tokens) return excessError('tokens');
    if (count.aliases > limits.aliases) return excessError('aliases');
    for (const token of parser.next(lexeme)) add(token);
    if (open.length > maxOpenNodes) return excessError('depth');
  }
  for (const token of parser.end()) add(token);
  for (const document of composer.end()) documents.push(document);
  return documents;
}

/** Messages for the limits that a file exceeds. */
const excesses = {
  depth: 'the document is nested too deeply',
  values: `the file has more than ${limits.values} values`,
  tokens: `the file has more than ${limits.tokens} tokens of YAML`,
  copies: `the aliases repeat so much text that the file counts as more than ${limits.tokens} tokens of YAML`,
  aliases: `the file has more than ${limits.aliases} anchors and aliases`,
};

const excessFixes: Partial<Readonly<Record<keyof typeof excesses, string>>> = {
  depth: 'nest fewer mappings and lists',
  copies: 'remove some aliases, or shorten the text',
};

export function excessError(excess: keyof typeof excesses): YamlError {
  const message = excesses[excess];
  const position = { message, line: 1, column: 1 };
  return { ...position, fix: excessFixes[excess] ?? 'split the file' };
}
