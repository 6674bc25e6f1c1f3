import { type Document, isScalar, visit } from 'yaml';
import { type Limits, limits } from '../data/limits.ts';
import { expansionOf, maxAliasCount } from './alias-count.ts';
import { type AmbiguousScalar, ambiguousScalars } from './ambiguous.ts';
import { compose, excessError, type FullDocument } from './compose.ts';
import { excessOf } from './depth.ts';
import { isPrintableKey } from './print-yaml.ts';
import {
  aliasError,
  duplicateKeyError,
  longKeyError,
  surrogateError,
  syntaxError,
  type YamlError,
} from './yaml-error.ts';

export type FullResult = Reading & {
  /** The number of tokens, with those for text that aliases repeat. Determines how long parsing takes. */
  readonly tokens: number;
};

type Reading =
  | { readonly ok: true; readonly bodies: readonly unknown[]; readonly ambiguous: readonly AmbiguousScalar[] }
  | { readonly ok: false; readonly errors: readonly YamlError[] };

/**
 * Parses any YAML 1.2 within the limits, with the `yaml` package. Returns the first syntax error of each document instead of
 * throwing it.
 */
export function readFull(text: string, bounds: Limits = limits): FullResult {
  const half = text.search(/\p{Surrogate}/u);
  if (half >= 0) return { ...failure(surrogateError(half, text)), tokens: 0 };
  const { documents, tokens } = compose(text, bounds);
  if (!Array.isArray(documents)) return { ...failure(documents), tokens };
  const expansions = documents.map(({ document }) => expansionOf(document));
  const copied = expansions.reduce((sum, { characters }) => sum + characters, 0);
  const all = Math.min(bounds.tokens + 1, tokens + Math.ceil(copied / charactersPerToken));
  const tooFar = new Set(documents.filter((_, index) => (expansions[index]?.repeated ?? 0) > maxAliasCount));
  if (tooFar.size === 0 && all > bounds.tokens) return { ...failure(excessError('copies')), tokens: all };
  return { ...bodiesOf(documents, { text, bounds, tooFar }), tokens: all };
}

/** Characters that aliases repeat count as tokens, because later stages read them again. An ordinary token has this length. */
const charactersPerToken = 5;

function failure(error: YamlError): Reading {
  return { ok: false, errors: [error] };
}

interface Context {
  readonly text: string;
  readonly bounds: Limits;
  /** Documents whose aliases repeat a value too often. */
  readonly tooFar: ReadonlySet<FullDocument>;
}

function bodiesOf(parsed: readonly FullDocument[], { text, bounds, tooFar }: Context): Reading {
  const errors = [
    ...parsed.flatMap((one) => firstErrorOf(one, text)),
    ...(/\\(?:u|U0000)[dD]/.test(text) ? parsed.flatMap((one) => surrogateEscapes(one, text)) : []),
  ];
  if (errors.length > 0) return { ok: false, errors };
  const bodies: unknown[] = [];
  for (const one of parsed) {
    const { document, lines } = one;
    const plain = tooFar.has(one) ? undefined : toPlainData(document);
    if (!plain) return failure(aliasError(document, lines, maxAliasCount));
    bodies.push(plain.body);
  }
  const excess = excessOf(bodies, bounds);
  if (excess) return failure(excessError(excess));
  return { ok: true, bodies, ambiguous: parsed.flatMap(ambiguousScalars) };
}

/** Converts a document to plain data. Returns undefined if an alias is undefined or cyclic. */
function toPlainData(document: Document.Parsed): { readonly body: unknown } | undefined {
  try {
    const body: unknown = document.toJS({ maxAliasCount: -1 });
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

/** Reports only the first error of a document, because the errors after it are usually consequences. */
function firstErrorOf({ document, lines }: FullDocument, text: string): readonly YamlError[] {
  const [error] = document.errors;
  if (error) return [syntaxError(error, lines)];
  const wrong = wrongKey(document);
  if (!wrong) return [];
  const { key, offset } = wrong;
  return [isPrintableKey(key) ? duplicateKeyError(offset, text, lines) : longKeyError(offset, lines)];
}

interface KeyPlace {
  readonly key: string;
  readonly offset: number;
}

/** The first key that is too long or that its mapping contains twice. */
function wrongKey(document: Document.Parsed): KeyPlace | undefined {
  let found: KeyPlace | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      const isWrong = (key: unknown) => keys.size === keys.add(key).size || !isPrintableKey(String(key));
      const wrong = items.find(({ key }) => isScalar(key) && isWrong(key.value))?.key;
      if (!isScalar(wrong)) return undefined;
      found = { key: String(wrong.value), offset: wrong.range?.[0] ?? 0 };
      return visit.BREAK;
    },
  });
  return found;
}

/**
 * Rejects escaped surrogates in double quotes: only some YAML parsers accept them, and Kubernetes objects cannot contain them.
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
const escapes = /\\(?:(?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g;
