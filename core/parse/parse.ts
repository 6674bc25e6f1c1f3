import { textAt, valueAt } from '../../data/tree.ts';
import { isFarIndented } from '../../yaml/depth.ts';
import { readFull } from '../../yaml/full.ts';
import { readPlain } from '../../yaml/plain.ts';
import type { YamlFault } from '../../yaml/yaml-fault.ts';
import type { Fault } from '../problem/problem.ts';
import type { Origin, SourceFile } from '../source/source.ts';

/** A document, or an item of a List, as plain data. Nothing is known of its kind yet. */
export interface ParsedDocument {
  readonly origin: Origin;
  readonly body: unknown;
}

export interface Parsed {
  readonly documents: readonly ParsedDocument[];
  readonly faults: readonly Fault[];
}

/** Reads every file; a file with a fault gives no documents, so that nothing half-read goes on. */
export function parse(files: readonly SourceFile[]): Parsed {
  const documents: ParsedDocument[] = [];
  const faults: Fault[] = [];
  for (const file of files) parseFile(file, documents, faults);
  return { documents, faults };
}

const unreadable = {
  binary: ['is not a text file', 'keep only UTF-8 YAML files here'],
  'too-large': [
    'is larger than 4 MiB',
    'split the file; a resource of more than 1.5 MiB does not fit a cluster either',
  ],
  'link-outside': ['is a link that leads out of the directory, or nowhere', 'put the file itself here'],
  'directory-link': [
    'is a link to a directory, and links to directories are not followed',
    'put the directory itself here',
  ],
  'source-override': [
    'lets whoever may write here say how Argo CD renders it',
    'delete it, and say in the Application what it is to say',
  ],
  'no-access': ['cannot be read', 'make it a regular file that this user may read'],
} as const;

function parseFile(file: SourceFile, documents: ParsedDocument[], faults: Fault[]): void {
  const start = { file: file.path, document: 0, base: [] };
  if ('unreadable' in file) {
    const [message, fix] = unreadable[file.unreadable];
    const place = { line: 1, column: 1 };
    faults.push({ code: 'unreadable-file', origin: start, place, message: `${file.path} ${message}`, fix });
    return;
  }
  const plain = isFarIndented(file.text) ? undefined : readPlain(file.text);
  const bodies = plain ?? readSlowly(file.path, file.text, faults);
  for (const [document, body] of bodies.entries()) expand({ origin: { ...start, document }, body }, documents);
}

function readSlowly(path: string, text: string, faults: Fault[]): readonly unknown[] {
  const reading = readFull(text);
  const origin = { file: path, document: 0, base: [] };
  if (!reading.ok) {
    faults.push(...reading.faults.map((fault) => yamlFault(origin, fault)));
    return [];
  }
  faults.push(...reading.ambiguous.map((fault) => ambiguousScalar(origin, fault)));
  return reading.bodies;
}

function yamlFault(origin: Origin, { message, line, column, fix }: YamlFault): Fault {
  return { code: 'invalid-yaml', origin, place: { line, column }, message, fix };
}

function ambiguousScalar(origin: Origin, { message: source, line, column }: YamlFault): Fault {
  const message = `${source} is a string here and something else to YAML 1.1 readers such as kubectl`;
  return { code: 'ambiguous-scalar', origin, place: { line, column }, message, fix: `write "${source}"` };
}

function expand(document: ParsedDocument, documents: ParsedDocument[]): void {
  const { body, origin } = document;
  if (body === null || body === undefined) return;
  const items = listItems(body);
  if (!items) {
    documents.push(document);
    return;
  }
  for (const [index, item] of items.entries())
    documents.push({ body: item, origin: { ...origin, base: ['items', index] } });
}

/** `kubectl get -o yaml` writes `kind: List`; `kind: OrgList` and the like are read the same way. */
function listItems(body: unknown): readonly unknown[] | undefined {
  const items = valueAt(body, 'items');
  return textAt(body, 'kind').endsWith('List') && Array.isArray(items) ? items : undefined;
}
