import { type Limits, limits } from '../../data/limits.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import type { AmbiguousScalar } from '../../yaml/ambiguous.ts';
import { excessError } from '../../yaml/compose.ts';
import { excessOf, isIndentedFar } from '../../yaml/depth.ts';
import { type FullResult, readFull } from '../../yaml/full.ts';
import { readPlainWithin } from '../../yaml/plain.ts';
import type { YamlError } from '../../yaml/yaml-error.ts';
import { formatPath, type UnlocatedProblem } from '../problem/problem.ts';
import { isNoTenants } from '../source/no-tenants.ts';
import { linesOf, type Origin, type ReadableFile, type SourceFile, type UnreadableFile } from '../source/source.ts';
import { collisionProblems } from './collisions.ts';
import { nonEmptyNoTenants, staleNoTenants } from './no-tenants.ts';

/** A document, or an item of a List, as plain data. Its kind is not known yet. */
export interface ParsedDocument {
  readonly origin: Origin;
  readonly body: unknown;
}

export interface Parsed {
  readonly documents: readonly ParsedDocument[];
  readonly problems: readonly UnlocatedProblem[];
}

export interface ParsedFile extends Parsed {
  /** As in `FullResult`. 0 if the plain reader was sufficient. */
  readonly tokens: number;
}

/** Parses every file. A file with an error returns no documents, so that later stages never see part of a file. */
export function parse(files: readonly SourceFile[], bounds: Limits = limits): Parsed {
  return joined(
    files,
    files.map((file) => parseFile(file, bounds)),
  );
}

/** The results of all files, with the problems of their names. */
export function joined(files: readonly SourceFile[], parsed: readonly Parsed[]): Parsed {
  const documents: ParsedDocument[] = [];
  const problems = [...collisionProblems(files), ...staleNoTenants(files), ...nonEmptyNoTenants(files)];
  for (const found of parsed) {
    for (const document of found.documents) documents.push(document);
    for (const problem of found.problems) problems.push(problem);
  }
  return { documents, problems };
}

export function parseFile(file: SourceFile, bounds: Limits = limits): ParsedFile {
  if ('unreadable' in file) return { documents: [], problems: [unreadableFile(file)], tokens: 0 };
  if (isNoTenants(file.path)) return { documents: [], problems: [], tokens: 0 };
  const start = { file: file.path, document: 0, base: [] };
  const reading = readBodies(file, bounds);
  const { tokens } = reading;
  if (!reading.ok) return { documents: [], problems: reading.errors.map((error) => invalidYaml(start, error)), tokens };
  const documents: ParsedDocument[] = [];
  for (const [document, body] of reading.bodies.entries()) expand({ origin: { ...start, document }, body }, documents);
  const problems = reading.ambiguous.map((scalar) => ambiguousScalar(file.path, scalar, reading.bodies));
  if (documents.length === 0) problems.push(emptyFile(start));
  if (documents.length <= bounds.documents) return { documents, problems, tokens };
  return { documents: [], problems: [...problems, tooManyDocuments(start, bounds)], tokens };
}

const unreadable = {
  binary: ['is not UTF-8 text', 'keep only UTF-8 YAML files in this directory'],
  'too-large': ['is larger than 4 MiB', 'split the file; a cluster rejects resources larger than about 1.5 MiB'],
  link: ['is a symbolic link, which is not followed', 'replace the link with the file or directory itself'],
  submodule: ['is a submodule, whose files are not read', 'replace it with the files themselves'],
  'empty-directory': [
    'is an empty directory, which could be a submodule that was not fetched',
    'add its files, or delete it',
  ],
  name: ['has a name that is not UTF-8', 'rename it'],
  'other-name': [
    'is not read, because its name does not end with .yaml, .yml or .json',
    'rename it if it defines resources; delete it otherwise',
  ],
  'source-override': [
    'allows anyone who can write to this directory to change how Argo CD renders it',
    'delete it, and set its parameters in the Application instead',
  ],
  attributes: [
    'sets attributes with which Git changes the content of files, so that a review and a render can differ',
    'keep only text, eol, binary, diff, merge, whitespace, export-ignore, linguist and gitlab attributes for these files; match other files by their type, such as *.png, or from a directory above by their directory, such as docs/**',
  ],
  'large-directory': [
    `is in a tenant's directory that has more than ${limits.filesOfTenant} files, or more than ${limits.bytesOfTenant / 1024 / 1024} MiB`,
    "delete files, or move some to tenants/<tenant>/ in the Platform's directory",
  ],
  'many-entries': [
    `is a tenant's directory with more than ${limits.entriesOfTenant} files and folders, or more than ${limits.folderDepthOfTenant} folders inside each other`,
    'delete files and folders',
  ],
  'no-access': ['cannot be read', 'make it a regular file that the current user can read'],
} as const;

function unreadableFile(file: UnreadableFile): UnlocatedProblem {
  const [message, fix] = unreadable[file.unreadable];
  const [origin, place] = [
    { file: file.path, document: 0, base: [] },
    { line: 1, column: 1 },
  ];
  const code = file.unreadable === 'other-name' ? 'ignored-file' : 'unreadable-file';
  return { code, origin, place, message: `${file.path} ${message}`, fix };
}

function readBodies(file: ReadableFile, bounds: Limits): FullResult {
  const text = linesOf(file);
  const plain = readPlainWithin(text, bounds.values);
  if (!plain) return readFull(text, bounds);
  if (plain === 'values') return tooLarge(plain);
  const excess = isIndentedFar(text) || text.length > bounds.values ? excessOf(plain, bounds) : undefined;
  return excess ? tooLarge(excess) : { ok: true, bodies: plain, ambiguous: [], tokens: 0 };
}

function tooLarge(excess: 'values' | 'depth'): FullResult {
  return { ok: false, errors: [excessError(excess)], tokens: 0 };
}

function tooManyDocuments(origin: Origin, { documents }: Limits): UnlocatedProblem {
  const message = `the file has more than ${documents} documents and items of Lists`;
  return invalidYaml(origin, { message, line: 1, column: 1, fix: 'split the file' });
}

/** An error, because a file that lost its content would otherwise silently remove its tenant. */
function emptyFile(origin: Origin): UnlocatedProblem {
  const message = `${origin.file} contains no resource`;
  const fix = 'restore its content, or delete the file to remove its resources';
  return { code: 'not-a-resource', origin, place: { line: 1, column: 1 }, message, fix };
}

function invalidYaml(origin: Origin, { message, line, column, fix }: YamlError): UnlocatedProblem {
  return { code: 'invalid-yaml', origin, place: { line, column }, message, fix };
}

function ambiguousScalar(file: string, scalar: AmbiguousScalar, bodies: readonly unknown[]): UnlocatedProblem {
  const { document, item, keys, isKey, line, column } = scalar;
  const isItem = item !== undefined && listItems(bodies[document]) !== undefined;
  const origin = { file, document, base: isItem ? ['items', item] : [] };
  const field = keys.length === 0 ? 'the document' : `${isKey ? 'the key ' : ''}${formatPath(keys)}`;
  const message = `${field} is ambiguous without quotes: some YAML 1.1 readers, such as kubectl or PyYAML, read it differently`;
  const fix = `put the ${isKey ? 'key' : 'value'} in quotes`;
  return { code: 'ambiguous-scalar', origin, place: { line, column }, message, fix };
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

/** Returns the items of a `List`, as `kubectl get -o yaml` writes it, or of a kind such as `OrgList`. Otherwise undefined. */
function listItems(body: unknown): readonly unknown[] | undefined {
  const items = valueAt(body, 'items');
  return textAt(body, 'kind').endsWith('List') && Array.isArray(items) ? items : undefined;
}
