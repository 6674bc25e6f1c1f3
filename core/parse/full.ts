import { type Document, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import { isTooDeep } from './depth.ts';

/** More aliases than this expand into more than a resource can hold; kubectl refuses such files too. */
const maxAliasCount = 100;

export interface FullDocument {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

export interface YamlFault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type FullReading =
  | { readonly ok: true; readonly bodies: readonly unknown[]; readonly ambiguous: readonly YamlFault[] }
  | { readonly ok: false; readonly faults: readonly YamlFault[] };

/** Reads any YAML 1.2 with the `yaml` package. All faults of the text are returned, none is thrown. */
export function readFull(text: string): FullReading {
  const parsed = parseDocuments(text);
  if (!Array.isArray(parsed)) return { ok: false, faults: [parsed as YamlFault] };
  const faults = [...parsed.flatMap(faultsOf), ...halfCharacters(text)];
  if (faults.length > 0) return { ok: false, faults };
  const bodies: unknown[] = [];
  for (const { document } of parsed as FullDocument[]) {
    try {
      bodies.push(document.toJS({ maxAliasCount }));
    } catch (error) {
      return { ok: false, faults: [{ message: (error as Error).message, line: 1, column: 1 }] };
    }
  }
  return { ok: true, bodies, ambiguous: parsed.flatMap(ambiguousScalars) };
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
function faultsOf({ document, lines }: FullDocument): YamlFault[] {
  return document.errors.slice(0, 1).map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { message: lowerFirst(error.message), line: Math.max(1, line), column: Math.max(1, col) };
  });
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
