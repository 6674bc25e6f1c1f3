import { type Document, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import { isTooDeep } from './depth.ts';
import { aliasFault, syntaxFault, type YamlFault } from './yaml-fault.ts';

/** More aliases than this expand into more than a resource can hold; kubectl refuses such files too. */
const maxAliasCount = 100;

export interface FullDocument {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

export type FullReading =
  | { readonly ok: true; readonly bodies: readonly unknown[]; readonly ambiguous: readonly YamlFault[] }
  | { readonly ok: false; readonly faults: readonly YamlFault[] };

/** Reads any YAML 1.2 with the `yaml` package. All faults of the text are returned, none is thrown. */
export function readFull(text: string): FullReading {
  const parsed = parseDocuments(text);
  if (!Array.isArray(parsed)) return { ok: false, faults: [parsed as YamlFault] };
  const faults = [...parsed.flatMap((one) => faultsOf(one, text)), ...halfCharacters(text)];
  if (faults.length > 0) return { ok: false, faults };
  const bodies: unknown[] = [];
  for (const { document, lines } of parsed as FullDocument[]) {
    const plain = plainOf(document);
    if (!plain) return { ok: false, faults: [aliasFault(document, lines, maxAliasCount)] };
    bodies.push(plain.body);
  }
  return { ok: true, bodies, ambiguous: parsed.flatMap(ambiguousScalars) };
}

/** The document as plain data; undefined when its aliases name nothing, stand for too much, or for themselves. */
function plainOf(document: Document.Parsed): { readonly body: unknown } | undefined {
  try {
    const body: unknown = document.toJS({ maxAliasCount });
    return isEndless(body, new Set()) ? undefined : { body };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return undefined;
  }
}

/** Whether a value holds itself, which nothing that reads it later could survive. */
function isEndless(value: unknown, above: Set<unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (above.has(value)) return true;
  above.add(value);
  const found = Object.values(value).some((inner) => isEndless(inner, above));
  above.delete(value);
  return found;
}

/** The documents with their nodes, or the one fault that kept the parser from building any. */
export function parseDocuments(text: string): FullDocument[] | YamlFault {
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

const tooDeep: YamlFault = { message: 'the document is nested too deeply', line: 1, column: 1 };

/** The first fault of a document: what the parser makes of the text behind it is seldom to the point. */
function faultsOf({ document, lines }: FullDocument, text: string): YamlFault[] {
  return document.errors.slice(0, 1).map((error) => syntaxFault(error, text, lines));
}

/** An escape of a surrogate: only some YAML readers take it, and no object may hold it. */
function halfCharacters(text: string): YamlFault[] {
  return [...text.matchAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g)].map(({ 0: source, index }) => ({
    message: `${source} is half of a character; write the character itself`,
    line: text.slice(0, index).split('\n').length,
    column: index - text.lastIndexOf('\n', index - 1),
  }));
}

function ambiguousScalars({ document, lines }: FullDocument): YamlFault[] {
  const found: YamlFault[] = [];
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || node.type !== 'PLAIN' || node.source === undefined || !node.range) return;
      if (!readDifferently(node.source)) return;
      const { line, col } = lines.linePos(node.range[0]);
      found.push({ message: node.source, line, column: col });
    },
  });
  return found;
}

/** YAML 1.1 (kubectl, Argo CD, Helm) reads these plain words as booleans and numbers, or other numbers. */
function readDifferently(source: string): boolean {
  if (/^(?:y|n|yes|no|on|off)$/i.test(source)) return true;
  return /^[-+]?(?:0[0-7_]+|0o[0-7]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+|[0-9]+(?:_[0-9]+)+)$/.test(source);
}
