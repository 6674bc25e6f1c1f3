import { isMap, isNode, isPair, isSeq, type Node } from 'yaml';
import { compare } from '../order.ts';
import { codes } from '../problem/codes.ts';
import type { Fault, Problem } from '../problem/problem.ts';
import { formatPath } from '../problem/problem.ts';
import type { Path, SourceFile } from '../source.ts';
import { type FullDocument, parseDocuments } from './full.ts';

interface Point {
  readonly line: number;
  readonly column: number;
}

/**
 * Gives each fault its line and column. Only files with faults are read again, by the parser that keeps
 * positions. Problems come out in the order of file, line, column, code and message.
 */
export function locate(faults: readonly Fault[], files: readonly SourceFile[]): readonly Problem[] {
  if (faults.length === 0) return [];
  const wanted = new Set(faults.map((fault) => fault.origin.file));
  const texts = new Map(files.filter((file) => wanted.has(file.path)).map((file) => [file.path, file]));
  const parsed = new Map<string, readonly FullDocument[]>();
  return faults.map((fault) => toProblem(fault, documentsOf(fault.origin.file, texts, parsed))).sort(byPlace);
}

function documentsOf(
  path: string,
  texts: ReadonlyMap<string, SourceFile>,
  parsed: Map<string, readonly FullDocument[]>,
): readonly FullDocument[] {
  const known = parsed.get(path);
  if (known) return known;
  const file = texts.get(path);
  const documents = file && 'text' in file ? parseDocuments(file.text) : [];
  const list = Array.isArray(documents) ? documents : [];
  parsed.set(path, list);
  return list;
}

function toProblem(fault: Fault, documents: readonly FullDocument[]): Problem {
  const { code, origin, place, message, fix, choices } = fault;
  const point =
    'line' in place ? place : pointOf([...origin.base, ...place.path], place.aim, documents[origin.document]);
  const path = 'line' in place ? '' : formatPath(place.path);
  return {
    code,
    severity: codes[code][0],
    at: { file: origin.file, line: point.line, column: point.column, path },
    message,
    ...(fix === undefined ? {} : { fix }),
    ...(choices === undefined ? {} : { choices }),
  };
}

/** The node at the path or, for a field that is absent, the nearest parent that is there. */
function pointOf(path: Path, aim: 'key' | 'value', full: FullDocument | undefined): Point {
  if (!full) return { line: 1, column: 1 };
  let offset = full.document.contents?.range?.[0] ?? full.document.range[0];
  let node: unknown = full.document.contents;
  for (const [depth, step] of path.entries()) {
    const next = child(node, step);
    if (!next) break;
    const last = depth === path.length - 1;
    offset =
      last && aim === 'value'
        ? (startOf(next.value) ?? startOf(next.key) ?? offset)
        : (startOf(next.key) ?? startOf(next.value) ?? offset);
    node = next.value;
  }
  const { line, col } = full.lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

function child(node: unknown, step: string | number): { key: unknown; value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find((item) => isPair(item) && String((item.key as Node | null) ?? '') === String(step));
    return pair && { key: pair.key, value: pair.value };
  }
  if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
    return { key: node.items[step], value: node.items[step] };
  }
  return undefined;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function byPlace(a: Problem, b: Problem): number {
  return (
    compare(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}
