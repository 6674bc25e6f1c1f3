import { type Document, isPair, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import { isTooDeep } from './depth.ts';
import { aliasError, syntaxError, type YamlError } from './yaml-error.ts';

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
 * An unquoted scalar that YAML 1.1 readers do not read as YAML 1.2 does. Has the keys that lead to it instead of its text,
 * which may be a secret. Lines and columns count from 1.
 */
export interface AmbiguousScalar {
  readonly keys: readonly string[];
  readonly line: number;
  readonly column: number;
}

/** Parses any YAML 1.2 with the `yaml` package. Returns all errors in the text and throws none. */
export function readFull(text: string): FullResult {
  const parsed = parseDocuments(text);
  if (!Array.isArray(parsed)) return { ok: false, errors: [parsed as YamlError] };
  const errors = [...parsed.flatMap((one) => syntaxErrorsOf(one, text)), ...surrogateEscapes(text)];
  if (errors.length > 0) return { ok: false, errors };
  const bodies: unknown[] = [];
  for (const { document, lines } of parsed as FullDocument[]) {
    const plain = toPlainData(document);
    if (!plain) return { ok: false, errors: [aliasError(document, lines, maxAliasCount)] };
    bodies.push(plain.body);
  }
  return { ok: true, bodies, ambiguous: parsed.flatMap(ambiguousScalars) };
}

/** Converts a document to plain data. Returns undefined if an alias is undefined, cyclic or expands too far. */
function toPlainData(document: Document.Parsed): { readonly body: unknown } | undefined {
  try {
    const body: unknown = document.toJS({ maxAliasCount });
    return isCyclic(body, new Set()) ? undefined : { body };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return undefined;
  }
}

/** Whether a value contains itself. Later stages would recurse forever on such a value. */
function isCyclic(value: unknown, ancestors: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (ancestors.has(value)) return true;
  ancestors.add(value);
  const found = Object.values(value).some((inner) => isCyclic(inner, ancestors));
  ancestors.delete(value);
  return found;
}

/** Parses the text into documents with nodes, or returns the error that stopped the parser. */
export function parseDocuments(text: string): FullDocument[] | YamlError {
  if (isTooDeep(text)) return tooDeep;
  const lines = new LineCounter();
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
    return [...(documents as Document.Parsed[])].map((document) => ({ document, lines }));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return tooDeep;
  }
}

const tooDeep: YamlError = { message: 'the document is nested too deeply', line: 1, column: 1 };

/** Reports only the first error of a document, because the errors after it are usually consequences. */
function syntaxErrorsOf({ document, lines }: FullDocument, text: string): YamlError[] {
  return document.errors.slice(0, 1).map((error) => syntaxError(error, text, lines));
}

/** Rejects escaped surrogates: only some YAML readers accept them, and Kubernetes objects cannot contain them. */
function surrogateEscapes(text: string): YamlError[] {
  return [...text.matchAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g)].map(({ 0: source, index }) => ({
    message: `${source} is half of a surrogate pair; write the character itself`,
    line: text.slice(0, index).split('\n').length,
    column: index - text.lastIndexOf('\n', index - 1),
  }));
}

function ambiguousScalars({ document, lines }: FullDocument): AmbiguousScalar[] {
  const found: AmbiguousScalar[] = [];
  visit(document, {
    Scalar(_, node, ancestors) {
      if (!isScalar(node) || node.type !== 'PLAIN' || node.source === undefined || !node.range) return;
      if (!isAmbiguous(node.source)) return;
      const { line, col } = lines.linePos(node.range[0]);
      const keys = ancestors.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : ''));
      found.push({ keys, line, column: col });
    },
  });
  return found;
}

/** Whether YAML 1.1 readers (kubectl, Argo CD, Helm) read the scalar as a boolean, as a number or as another number. */
function isAmbiguous(source: string): boolean {
  if (/^(?:y|n|yes|no|on|off)$/i.test(source)) return true;
  return /^[-+]?(?:0[0-7_]+|0o[0-7]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+|[0-9]+(?:_[0-9]+)+)$/.test(source);
}
