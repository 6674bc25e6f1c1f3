import { leavesOf } from '../data/leaves.ts';
import { once } from '../data/once.ts';
import { childrenOf, isMapping, type Path } from '../data/tree.ts';
import type { Selected } from './part-lines.ts';
import { readYaml, type YamlResult } from './read-yaml.ts';
import { type DocumentSelection, selectionsIn } from './selected.ts';
import { hasTokensOf, skeletonOf, type TextRange } from './skeleton.ts';

/** A range of a text that untrusted authors can choose, and the names of the values that it depends on. */
export interface MarkedRange extends TextRange {
  readonly names: readonly string[];
}

/** The parts of a text that depend on untrusted authors. */
export interface Marking {
  readonly marks: readonly MarkedRange[];
  /** Whether untrusted authors determine which parts the text has, so that they can omit any part. */
  readonly isSelected: boolean;
  /** Where they determine it. */
  readonly selections: readonly Selected[];
}

export interface MarkedDocument {
  readonly tree: unknown;
  /**
   * Whether the value at a path, or its absence, is independent of untrusted authors. They can choose a text that is not empty
   * among those that a trusted author wrote.
   */
  readonly isLiteral: (path: Path) => boolean;
  /** Whether untrusted authors chose which entries the mapping or list at a path has. */
  readonly isSelected: (path: Path) => boolean;
}

export type MarkedResult =
  | { readonly ok: true; readonly documents: readonly MarkedDocument[] }
  /** The text is not YAML, and nothing in it is marked. */
  | { readonly ok: false; readonly reason: 'invalid'; readonly line: number }
  /** Marked ranges contain more than scalars, or part of a key. `names` are the names of the most likely ranges. */
  | { readonly ok: false; readonly reason: 'structure' | 'key'; readonly names: readonly string[] };

/**
 * Parses YAML with marked ranges. Compares it with its skeleton, which has a letter in place of each marked range: both must
 * have the same tokens, documents, keys, lists and literal values. Then the content of a range affects only the value of the
 * scalar around it. An unquoted scalar has the type that YAML defines for its text.
 */
export function readMarkedYaml(text: string, marking: Marking): MarkedResult {
  const { marks, isSelected, selections } = marking;
  if (marks.length === 0 && !isSelected) return unmarked(readYaml(text));
  const { ranges, ...skeleton } = skeletonOf(text, marks, ({ names }) => names.join());
  const isMarked = (value: string) => value.search(skeleton.placeholders) >= 0;
  const literal = readYaml(skeleton.text);
  const key = literal.ok ? markedKey(literal.bodies, isMarked) : undefined;
  if (key !== undefined) return { ok: false, reason: 'key', names: namesIn(key, skeleton.placeholders, ranges) };
  if (!literal.ok && marks.length === 0) return { ok: false, reason: 'invalid', line: literal.line };
  const hasTokens =
    skeleton.values.every((value) => words.test(value)) ||
    (!skeleton.values.some((value) => value.includes('\r')) && hasTokensOf(text, skeleton));
  const actual = literal.ok && hasTokens ? readYaml(text) : undefined;
  if (!literal.ok || !actual?.ok || !hasShapeOf(actual.bodies, literal.bodies, isMarked))
    return { ok: false, reason: 'structure', names: suspects(text, marks) };
  const selection = once(() => selectionsIn(text, selections));
  const documents = actual.bodies.map((tree, index) => {
    const selectionAt = isSelected ? () => selection()(index) : () => nothing;
    return {
      tree,
      isLiteral: (path: Path) => isLiteralAt(literal.bodies[index], path, { isMarked, isSelected, selectionAt }),
      isSelected: (path: Path) => selectionAt().isSelected(path),
    };
  });
  return { ok: true, documents };
}

function unmarked(result: YamlResult): MarkedResult {
  if (!result.ok) return { ok: false, reason: 'invalid', line: result.line };
  return {
    ok: true,
    documents: result.bodies.map((tree) => ({ tree, isLiteral: () => true, isSelected: () => false })),
  };
}

/**
 * Words that cannot start or end a token: they have no quotes, line breaks, other indicators of YAML, or spaces at an end.
 * An empty value does not match, because it can join the text around it. For speed: most values are words.
 */
const words = /^[A-Za-z0-9][A-Za-z0-9._/@+=-]*(?:[ :][A-Za-z0-9][A-Za-z0-9._/@+=-]*)*$/;

const nothing: DocumentSelection = { isSelected: () => false, hasSelected: () => false };

type IsMarked = (text: string) => boolean;

function markedKey(value: unknown, isMarked: IsMarked): string | undefined {
  for (const [key, child] of childrenOf(value)) {
    const found = typeof key === 'string' && isMarked(key) ? key : markedKey(child, isMarked);
    if (found !== undefined) return found;
  }
  return undefined;
}

function namesIn(text: string, placeholders: RegExp, ranges: ReadonlyMap<string, MarkedRange>): readonly string[] {
  const letters = text.match(placeholders) ?? [];
  return [...new Set(letters.flatMap((letter) => ranges.get(letter)?.names ?? []))];
}

/** The names of the ranges that contain more than words, or of all ranges. */
function suspects(text: string, marks: readonly MarkedRange[]): readonly string[] {
  const odd = marks.filter(({ start, end }) => /[^\w ./@-]/.test(text.slice(start, end)));
  return [...new Set((odd.length > 0 ? odd : marks).flatMap(({ names }) => names))];
}

/** Whether two trees have the same keys, lists and unmarked values. A marked text can be any scalar. */
function hasShapeOf(actual: unknown, literal: unknown, isMarked: IsMarked): boolean {
  if (typeof literal === 'string' && isMarked(literal)) return typeof actual !== 'object' || actual === null;
  if (typeof literal !== 'object' || literal === null) return Object.is(actual, literal);
  const [left, right] = [childrenOf(actual), childrenOf(literal)];
  return (
    Array.isArray(actual) === Array.isArray(literal) &&
    isMapping(actual) === isMapping(literal) &&
    left.length === right.length &&
    right.every(([key, child], index) => left[index]?.[0] === key && hasShapeOf(left[index][1], child, isMarked))
  );
}

interface LiteralOptions {
  readonly isMarked: IsMarked;
  readonly isSelected: boolean;
  readonly selectionAt: () => DocumentSelection;
}

function isLiteralAt(tree: unknown, path: Path, { isMarked, isSelected, selectionAt }: LiteralOptions): boolean {
  let node = tree;
  for (const step of path) {
    if (typeof node === 'string' && isMarked(node)) return false;
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step))
      return path.at(-1) === '' ? !isSelected : !selectionAt().isSelected(path);
    node = (node as Readonly<Record<string | number, unknown>>)[step];
  }
  if (leavesOf(node).some(({ value }) => typeof value === 'string' && isMarked(value))) return false;
  return (node !== null && node !== '' && typeof node !== 'object') || !selectionAt().hasSelected(path);
}
