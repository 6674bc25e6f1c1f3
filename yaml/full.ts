import {
  Composer,
  type CST,
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
} from 'yaml';
import { type Limits, limits } from '../data/limits.ts';
import { excessOf, isTooDeep } from './depth.ts';
import { keepFirstErrors } from './first-errors.ts';
import { aliasError, duplicateKeyError, syntaxError, type YamlError } from './yaml-error.ts';

/** Limits the expansion of aliases to what a resource can reasonably contain. kubectl has a similar limit. */
const maxAliasCount = 100;

export interface FullDocument {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

export type FullResult =
  | { readonly ok: true; readonly bodies: readonly unknown[]; readonly ambiguous: readonly AmbiguousScalar[] }
  | { readonly ok: false; readonly errors: readonly YamlError[] };

/**
 * An unquoted scalar that YAML 1.1 readers parse differently from YAML 1.2. Contains the keys of its path instead of its
 * text, which might be a secret. Lines and columns count from 1.
 */
export interface AmbiguousScalar {
  /** The index of the document. */
  readonly document: number;
  /** The index in the sequence `items` of the document. Undefined outside that sequence. */
  readonly item: number | undefined;
  readonly keys: readonly string[];
  readonly line: number;
  readonly column: number;
}

/**
 * Parses any YAML 1.2 within the limits, with the `yaml` package. Returns the first syntax error of each document instead of
 * throwing it.
 */
export function readFull(text: string, bounds: Limits = limits): FullResult {
  const parsed = parseDocuments(text, bounds);
  if (!Array.isArray(parsed)) return { ok: false, errors: [parsed as YamlError] };
  const errors = [
    ...parsed.flatMap((one) => firstErrorOf(one, text)),
    ...(/\\u[dD]/.test(text) ? parsed.flatMap((one) => surrogateEscapes(one, text)) : []),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const bodies: unknown[] = [];
  for (const { document, lines } of parsed as FullDocument[]) {
    const plain = toPlainData(document);
    if (!plain) return { ok: false, errors: [aliasError(document, lines, maxAliasCount)] };
    bodies.push(plain.body);
  }
  const excess = excessOf(bodies, bounds);
  if (excess) return { ok: false, errors: [excessError(excess)] };
  return { ok: true, bodies, ambiguous: parsed.flatMap(ambiguousScalars) };
}

/** Converts a document to plain data. Returns undefined if an alias is undefined, cyclic or expands too far. */
function toPlainData(document: Document.Parsed): { readonly body: unknown } | undefined {
  try {
    const body: unknown = document.toJS({ maxAliasCount });
    return isCyclic(body, new Set(), new Set()) ? undefined : { body };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return undefined;
  }
}

/** Whether a value contains itself. Later stages would recurse forever on such a value. `known` values do not. */
function isCyclic(value: unknown, ancestors: Set<unknown>, known: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null || known.has(value)) return false;
  if (ancestors.has(value)) return true;
  ancestors.add(value);
  const found = Object.values(value).some((inner) => isCyclic(inner, ancestors, known));
  ancestors.delete(value);
  known.add(value);
  return found;
}

/** Parses the text into documents with nodes, or returns the error that stopped the parser. */
export function parseDocuments(text: string, bounds: Limits = limits): FullDocument[] | YamlError {
  if (isTooDeep(text)) return excessError('depth');
  const lines = new LineCounter();
  try {
    const documents = composeDocuments(text, lines, bounds);
    return Array.isArray(documents) ? documents.map((document) => ({ document, lines })) : documents;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return excessError('depth');
  }
}

/**
 * Drives the parser token by token, to stop at a limit. Unique keys are checked afterwards, because the parser compares
 * each key of a mapping with all others.
 */
function composeDocuments(text: string, lines: LineCounter, bounds: Limits): Document.Parsed[] | YamlError {
  const parser = new Parser(lines.addNewLine);
  const composer = new Composer({ prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const nextToken = keepFirstErrors(composer);
  const documents: Document.Parsed[] = [];
  let [tokens, aliases] = [0, 0];
  const compose = (token: CST.Token) => {
    nextToken();
    for (const document of composer.next(token)) documents.push(document);
  };
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    tokens++;
    if (/^[*&]/.test(lexeme)) aliases++;
    if (tokens > bounds.tokens) return excessError('tokens');
    if (aliases > limits.aliases) return excessError('aliases');
    for (const token of parser.next(lexeme)) compose(token);
  }
  for (const token of parser.end()) compose(token);
  for (const document of composer.end()) documents.push(document);
  return documents;
}

/** Messages for the limits that a file exceeds. */
const excesses = {
  depth: 'the document is nested too deeply',
  values: `the file has more than ${limits.values} values`,
  tokens: `the file has more than ${limits.tokens} tokens of YAML`,
  aliases: `the file has more than ${limits.aliases} anchors and aliases`,
};

export function excessError(excess: keyof typeof excesses): YamlError {
  const message = excesses[excess];
  const position = { message, line: 1, column: 1 };
  return { ...position, fix: excess === 'depth' ? 'nest fewer mappings and lists' : 'split the file' };
}

/** Reports only the first error of a document, because the errors after it are usually consequences. */
function firstErrorOf({ document, lines }: FullDocument, text: string): readonly YamlError[] {
  const [error] = document.errors;
  if (error) return [syntaxError(error, lines)];
  const repeated = repeatedKey(document);
  return repeated === undefined ? [] : [duplicateKeyError(repeated, text, lines)];
}

/** The offset of the first duplicate key of a mapping. */
function repeatedKey(document: Document.Parsed): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      const repeated = items.find(({ key }) => isScalar(key) && keys.size === keys.add(key.value).size);
      if (!isScalar(repeated?.key)) return undefined;
      found = repeated.key.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

/**
 * Rejects escaped surrogates in double quotes: only some YAML readers accept them, and Kubernetes objects cannot contain them.
 */
function surrogateEscapes({ document, lines }: FullDocument, text: string): readonly YamlError[] {
  const found: YamlError[] = [];
  visit(document, {
    Scalar(_, { type, range }) {
      if (type !== 'QUOTE_DOUBLE' || !range) return;
      for (const { 0: source, index } of text.slice(range[0], range[1]).matchAll(escapes)) {
        if (source.length < 6) continue;
        const { line, col } = lines.linePos(range[0] + index);
        found.push({ message: `${source} is half of a surrogate pair; write the character itself`, line, column: col });
      }
    },
  });
  return found;
}

/** Surrogates, and the first two characters of other escapes. */
const escapes = /\\(?:u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g;

function ambiguousScalars({ document, lines }: FullDocument, index: number): AmbiguousScalar[] {
  const found: AmbiguousScalar[] = [];
  const itemOf = itemFinder(document);
  visit(document, {
    Scalar(_, node, ancestors) {
      if (!isScalar(node) || node.type !== 'PLAIN' || node.source === undefined || !node.range) return;
      if (!isAmbiguous(node.source)) return;
      const { line, col } = lines.linePos(node.range[0]);
      const keys = ancestors.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : ''));
      found.push({ document: index, item: itemOf([...ancestors, node]), keys, line, column: col });
    },
  });
  return found;
}

/** Finds which item of the sequence `items` of a document a chain of nodes passes through. */
function itemFinder({ contents }: Document.Parsed): (chain: readonly unknown[]) => number | undefined {
  const list = isMap(contents) ? contents.get('items') : undefined;
  const indexes = new Map<unknown, number>(isSeq(list) ? list.items.map((item, index) => [item, index]) : []);
  return (chain) => indexes.get(chain[chain.indexOf(list) + 1]);
}

/** Whether YAML 1.1 readers (kubectl, Argo CD, Helm) read the scalar as a boolean, as a number or as another number. */
function isAmbiguous(source: string): boolean {
  if (/^(?:[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF)$/.test(source)) return true;
  return /^[-+]?(?:0[0-7_]+|0o[0-7]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+|[0-9]+(?:_[0-9]+)+)$/.test(source);
}
