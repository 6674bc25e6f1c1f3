import { type Limits, limits } from '../../data/limits.ts';
import { textAt, valueAt } from '../../data/tree.ts';
import { excessOf, isIndentedFar, isIndentedTooFar } from '../../yaml/depth.ts';
import { type AmbiguousScalar, excessError, type FullResult, readFull } from '../../yaml/full.ts';
import { readPlain } from '../../yaml/plain.ts';
import type { YamlError } from '../../yaml/yaml-error.ts';
import { formatPath, type UnlocatedProblem } from '../problem/problem.ts';
import { isNoTenants } from '../source/no-tenants.ts';
import { linesOf, type Origin, type ReadableFile, type SourceFile } from '../source/source.ts';
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

/** Parses every file. A file with an error returns no documents, so that later stages never see part of a file. */
export function parse(files: readonly SourceFile[], bounds: Limits = limits): Parsed {
  return parseWith(files, (file, parsed) => parseFile(file, parsed, bounds));
}

/** Parses with a function that can cache the results of files. */
export function parseEach(files: readonly SourceFile[], parseOne: (file: SourceFile) => Parsed): Parsed {
  return parseWith(files, (file, { documents, problems }) => {
    const found = parseOne(file);
    for (const document of found.documents) documents.push(document);
    for (const problem of found.problems) problems.push(problem);
  });
}

export function parseOne(file: SourceFile): Parsed {
  const parsed: Parsing = { documents: [], problems: [] };
  parseFile(file, parsed, limits);
  return parsed;
}

function parseWith(files: readonly SourceFile[], add: (file: SourceFile, parsed: Parsing) => void): Parsed {
  const problems = [...collisionProblems(files), ...staleNoTenants(files), ...nonEmptyNoTenants(files)];
  const parsed = { documents: [], problems };
  for (const file of files) if (!isNoTenants(file.path) || 'unreadable' in file) add(file, parsed);
  return parsed;
}

interface Parsing {
  readonly documents: ParsedDocument[];
  readonly problems: UnlocatedProblem[];
}

const unreadable = {
  binary: ['is not a text file', 'keep only UTF-8 YAML files in this directory'],
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
    'delete it, and set these parameters in the Application instead',
  ],
  attributes: [
    'sets attributes with which Git changes the content of files, so that a review and a render can differ',
    'keep only text, eol, diff, merge and linguist attributes for YAML and JSON files',
  ],
  'large-directory': [
    `is in a tenant's directory that has more than ${limits.filesOfTenant} files, or more than ${limits.bytesOfTenant / 1024 / 1024} MiB`,
    "delete files, or move some to tenants/<tenant>/ in the Platform's directory",
  ],
  'no-access': ['cannot be read', 'make it a regular file that the current user can read'],
} as const;

function parseFile(file: SourceFile, { documents, problems }: Parsing, bounds: Limits): void {
  const start = { file: file.path, document: 0, base: [] };
  if ('unreadable' in file) {
    const [message, fix] = unreadable[file.unreadable];
    const place = { line: 1, column: 1 };
    const code = file.unreadable === 'other-name' ? 'ignored-file' : 'unreadable-file';
    problems.push({ code, origin: start, place, message: `${file.path} ${message}`, fix });
    return;
  }
  const bodies = readBodies(file, problems, bounds);
  if (!bodies) return;
  const known = documents.length;
  for (const [document, body] of bodies.entries()) expand({ origin: { ...start, document }, body }, documents);
  if (documents.length === known) problems.push(emptyFile(start));
  if (documents.length - known <= bounds.documents) return;
  documents.length = known;
  problems.push(tooManyDocuments(start, bounds));
}

function readBodies(file: ReadableFile, problems: UnlocatedProblem[], bounds: Limits): readonly unknown[] | undefined {
  const text = linesOf(file);
  const isFar = isIndentedFar(text);
  const plain = isFar && isIndentedTooFar(text) ? undefined : readPlain(text);
  if (!plain) return bodiesOf(file.path, readFull(text, bounds), problems);
  const excess = isFar || text.length > bounds.values ? excessOf(plain, bounds) : undefined;
  if (!excess) return plain;
  problems.push(invalidYaml({ file: file.path, document: 0, base: [] }, excessError(excess)));
  return undefined;
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

/** Undefined if the text is not valid YAML or exceeds a limit. */
function bodiesOf(path: string, result: FullResult, problems: UnlocatedProblem[]): readonly unknown[] | undefined {
  const origin = { file: path, document: 0, base: [] };
  if (!result.ok) {
    for (const error of result.errors) problems.push(invalidYaml(origin, error));
    return undefined;
  }
  for (const scalar of result.ambiguous) problems.push(ambiguousScalar(path, scalar, result.bodies));
  return result.bodies;
}

function invalidYaml(origin: Origin, { message, line, column, fix }: YamlError): UnlocatedProblem {
  return { code: 'invalid-yaml', origin, place: { line, column }, message, fix };
}

function ambiguousScalar(file: string, scalar: AmbiguousScalar, bodies: readonly unknown[]): UnlocatedProblem {
  const { document, item, keys, line, column } = scalar;
  const isItem = item !== undefined && listItems(bodies[document]) !== undefined;
  const origin = { file, document, base: isItem ? ['items', item] : [] };
  const field = keys.length === 0 ? 'the document' : formatPath(keys);
  const message = `${field} is ambiguous without quotes: YAML 1.1 readers such as kubectl read it differently`;
  return { code: 'ambiguous-scalar', origin, place: { line, column }, message, fix: 'put the value in quotes' };
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

/** `kubectl get -o yaml` writes `kind: List`. Kinds such as `OrgList` are treated the same way. */
function listItems(body: unknown): readonly unknown[] | undefined {
  const items = valueAt(body, 'items');
  return textAt(body, 'kind').endsWith('List') && Array.isArray(items) ? items : undefined;
}
