import { isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import { limits } from '../../data/limits.ts';
import { compare } from '../../data/order.ts';
import { shortText } from '../../data/short-text.ts';
import type { Path } from '../../data/tree.ts';
import { parseDocuments } from '../../yaml/compose.ts';
import type { NodePositions } from '../../yaml/node-positions.ts';
import { readPlain } from '../../yaml/plain.ts';
import { codes } from '../problem/codes.ts';
import { formatPath, type Problem, type UnlocatedProblem } from '../problem/problem.ts';
import { linesOf, type Origin, type SourceFile, writtenPath } from '../source/source.ts';
import { lineIndex, type Point } from './line-index.ts';
import { type AuthorOf, reportedProblems } from './reported-problems.ts';

/** Finds the offset of a node's value or, for aim `key`, of its key. Falls back to the nearest parent that exists. */
type Finder = (document: number, path: Path, aim: Aim) => number;

type Aim = 'key' | 'value';

/**
 * Chooses the problems to report, and adds a line and a column to each. Parses files with problems again, this time with
 * positions. Sorts the problems by file, line, column, code and message; the summaries of omitted problems are the last ones of
 * their file. `authorOf` returns the tenant that wrote a file in its own directory.
 */
export function locate(
  problems: readonly UnlocatedProblem[],
  files: readonly SourceFile[],
  authorOf: AuthorOf = () => undefined,
): readonly Problem[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return reportedProblems(problems, authorOf).flatMap(({ file, shown, summaries }) => {
    const toProblemAt = locatorOf(byPath.get(file));
    return [...shown.map(toProblemAt).sort(byPosition), ...summaries.map(toProblemAt)];
  });
}

function locatorOf(file: SourceFile | undefined): (problem: UnlocatedProblem) => Problem {
  const pointOf = pointFinder(file);
  return (problem) => {
    const { origin, place } = withWrittenPath(problem);
    return toProblem(problem, 'line' in place ? place : pointOf(origin, place.path, place.aim));
  };
}

/** Finds the line and column of a path in a document of a file. */
export function pointFinder(file: SourceFile | undefined): (origin: Origin, path: Path, aim?: Aim) => Point {
  const text = file && 'text' in file ? linesOf(file) : '';
  const pointOf = lineIndex(text);
  let find: Finder | undefined;
  return ({ document, base }, path, aim = 'value') => {
    find ??= finderFor(text);
    return pointOf(find(document, [...base, ...path], aim));
  };
}

function withWrittenPath(problem: UnlocatedProblem): UnlocatedProblem {
  const { origin, place } = problem;
  return 'line' in place || !origin.moved
    ? problem
    : { ...problem, place: { ...place, path: writtenPath(origin, place.path) } };
}

/** Uses the plain reader if it supports the text, otherwise the full parser. Both report the same positions. */
export function finderFor(text: string): Finder {
  const positions: NodePositions = new Map();
  const documents = readPlain(text, positions);
  return documents ? plainFinder(text, documents, positions) : fullFinder(text);
}

function plainFinder(text: string, documents: readonly unknown[], positions: NodePositions): Finder {
  return (document, path, aim) => {
    let node = documents[document];
    let offset = positions.get(documents)?.get(document)?.value ?? text.length;
    for (const [depth, step] of path.entries()) {
      const position = positions.get(node as object)?.get(step);
      if (!position) break;
      offset = depth === path.length - 1 ? position[aim] : position.key;
      node = (node as Readonly<Record<string | number, unknown>>)[step];
    }
    return offset;
  };
}

export function fullFinder(text: string): Finder {
  const parsed = parseDocuments(text);
  const documents = Array.isArray(parsed) ? parsed : [];
  return (document, path, aim) => {
    let node: unknown = documents[document]?.document.contents;
    let offset = startOf(node) ?? 0;
    for (const [depth, step] of path.entries()) {
      const next = child(node, step);
      if (!next) break;
      const ends = depth === path.length - 1 && aim === 'value' ? [next.value, next.key] : [next.key, next.value];
      offset = startOf(ends[0]) ?? startOf(ends[1]) ?? offset;
      node = next.value;
    }
    return offset;
  };
}

function child(node: unknown, step: string | number): { readonly key: unknown; readonly value: unknown } | undefined {
  if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
    return { key: node.items[step], value: node.items[step] };
  }
  if (!isMap(node)) return undefined;
  return node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === step);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The path and the message of a problem. */
export function textsOf(problem: UnlocatedProblem): Pick<Problem, 'message'> & Pick<Problem['at'], 'path'> {
  const { place, message } = withWrittenPath(problem);
  return { path: 'line' in place ? '' : shortened(formatPath(place.path)), message: shortened(message) };
}

function toProblem(problem: UnlocatedProblem, { line, column }: Point): Problem {
  const { code, origin, fix, choices } = problem;
  const { path, message } = textsOf(problem);
  return {
    code,
    severity: codes[code][0],
    at: { file: origin.file, line, column, path },
    message,
    ...(fix === undefined ? {} : { fix: shortened(fix) }),
    ...(choices === undefined ? {} : { choices: choices.slice(0, limits.problems).map(shortened) }),
  };
}

/** Limits the length of text that contains names and values of the file. */
function shortened(text: string): string {
  return shortText(text, limits.message);
}

function byPosition(a: Problem, b: Problem): number {
  return (
    compare(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}
