import { textAt } from '../data/tree.ts';
import { type ParsedDocument, parse } from './parse/parse.ts';
import { codes, type ProblemCode } from './problem/codes.ts';
import { atKey, isError, type UnlocatedProblem } from './problem/problem.ts';
import type { Layout } from './resolve/authority.ts';
import type { Origin, SourceFile } from './source/source.ts';

/** The annotation with the codes of the warnings that the author accepts for a document, separated by commas. */
const annotation = 'leasehold.dev/acknowledge';

/**
 * Removes the warnings that a document acknowledges. Errors stay. A document in a tenant directory cannot acknowledge warnings,
 * because those warnings are for the reviewers. Reports acknowledgements in tenant directories, and codes that are not warning
 * codes.
 */
export function withoutAcknowledged(
  problems: readonly UnlocatedProblem[],
  files: readonly SourceFile[],
  authorityOf: Layout['authorityOf'],
): readonly UnlocatedProblem[] {
  const written = files.filter((file) => 'text' in file && file.text.includes(annotation));
  const documents = parse(written).documents.filter((document) => acknowledged(document).length > 0);
  if (documents.length === 0) return problems;
  const isTenants = ({ origin }: ParsedDocument) => authorityOf(origin.file).sort === 'tenant';
  const accepted = new Map(
    documents
      .filter((document) => !isTenants(document))
      .map((document) => [keyOf(document.origin), acknowledged(document)]),
  );
  const kept = problems.filter(
    (problem) => isError(problem) || !accepted.get(keyOf(problem.origin))?.includes(problem.code),
  );
  return [
    ...kept,
    ...documents.flatMap((document) =>
      isTenants(document) ? [delegatedAcknowledgement(document)] : unknownCodes(document),
    ),
  ];
}

function acknowledged({ body }: ParsedDocument): readonly string[] {
  const text = textAt(body, 'metadata', 'annotations', annotation);
  return text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

function keyOf({ file, document, base }: Origin): string {
  return JSON.stringify([file, document, base]);
}

function delegatedAcknowledgement(document: ParsedDocument): UnlocatedProblem {
  const problem = problemOf(document, 'a document in a tenant directory cannot acknowledge warnings');
  return { ...problem, fix: 'delete the annotation; the platform can accept warnings in a Baseline' };
}

function unknownCodes(document: ParsedDocument): readonly UnlocatedProblem[] {
  const unknown = acknowledged(document).filter((code) => !warningCodes.includes(code));
  return unknown.map((code) => ({
    ...problemOf(document, `${code} is not a warning code`),
    choices: warningCodes,
  }));
}

const warningCodes: readonly string[] = Object.keys(codes).filter(
  (code) => codes[code as ProblemCode][0] === 'warning',
);

function problemOf({ origin }: ParsedDocument, message: string): UnlocatedProblem {
  return { code: 'ignored-field', origin, place: atKey(['metadata', 'annotations', annotation]), message };
}
