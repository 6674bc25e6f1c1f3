import { isCollection, isScalar, isSeq, type Node, type Scalar } from 'yaml';
import type { NodeTree } from './node-tree.ts';
import { columnOf, type Following, type Levels, levelsOf, linesOf, type Selected } from './part-lines.ts';

const all: Levels = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/**
 * The mappings and lists whose entries a part determines, and the empty values for which it could contain a value. Undefined if it
 * can change any of them.
 */
export function chosenBy(part: Selected, next: Following | undefined, tree: NodeTree): readonly Node[] | undefined {
  const chains = [tree.chainAt(part.start), tree.chainAt(tree.contentAfter(part.end))] as const;
  const [before, after] = chains;
  const value = before.at(-1);
  if (isScalar(value) && isInScalar(value, part, { chain: before, tree })) return isEmpty(value) ? [value] : [];
  const [flow, other] = [
    before.findLast((node) => isInFlow(node, part.start)),
    after.findLast((node) => isInFlow(node, part.end)),
  ];
  const isInOneFlow = flow && flow === other && part.isFlow && !isInQuotes(value, part);
  if (isInOneFlow) return [flow, ...emptiesIn(chains, part, { levels: all, tree })];
  const levels = flow || other || isInQuotes(value, part) ? undefined : levelsOf(part, next, tree);
  if (!levels) return undefined;
  return [...collectionsIn(chains, part, { levels, tree }), ...emptiesIn(chains, part, { levels, tree })];
}

interface Place {
  readonly chain: readonly Node[];
  readonly tree: NodeTree;
}

/** Whether a scalar contains each text in place of the part. */
function isInScalar(node: Scalar, part: Selected, { chain, tree }: Place): boolean {
  const [from = 0, to = 0] = node.range ?? [];
  const { start, end } = part;
  if (isBlock(node)) return from < start && isInBlock(node, part, tree);
  if (isQuoted(node) && from < start && end < to) return part.isUnquoted;
  const isWhole = start <= from && to <= end && tree.contentAfter(start) >= from;
  if (isWhole) return part.isScalar && isValue(chain) && tree.isSeparate(part);
  // In a later line of an unquoted text, spaces can determine whether the line belongs to it.
  if (isQuoted(node) || start < from || end > to || (from < start && tree.isLineStart(start))) return false;
  return part.isWord && tree.text[end] !== '#';
}

/** Whether an empty text in place of the scalar is a value. In a list in brackets, it is not. */
function isValue(chain: readonly Node[]): boolean {
  const parent = chain.at(-2);
  return !isSeq(parent) || parent.flow !== true;
}

function isInBlock(node: Scalar, part: Selected, tree: NodeTree): boolean {
  const column = tree.blockColumn(node);
  const { start, isStart, levels } = linesOf(part, tree);
  const isText = (end: string) => end !== '?' && !(columnOf(end, isStart ? start : column) < column);
  const isEndText = tree.isLineEnd(part.end) || part.ends.every(isText);
  return part.start < (node.range?.[1] ?? 0) && isEndText && levels.low >= 2 * column;
}

type Chains = readonly [before: readonly Node[], after: readonly Node[]];

interface Reach {
  readonly levels: Levels;
  readonly tree: NodeTree;
}

function collectionsIn([before, after]: Chains, { start, end }: Selected, { levels, tree }: Reach): readonly Node[] {
  const { low, high } = levels;
  const level = (node: Node) => (isFlow(node) ? Number.NaN : levelOf(node, tree));
  const isAll = low === all.low;
  return [
    ...before.filter((node) => startOf(node) < start && (isAll || (low <= level(node) && level(node) <= high))),
    ...after.filter((node) => startOf(node) >= start && tree.endOf(node) > end && (isAll || low <= level(node))),
  ].filter((node) => isCollection(node));
}

function emptiesIn(chains: Chains, { start }: Selected, { levels, tree }: Reach): readonly Node[] {
  return chains.flatMap((chain) => {
    const [parent, node] = [chain.at(-2), chain.at(-1)];
    if (!node || !isEmpty(node) || tree.contentAfter(start) < startOf(node)) return [];
    return parent === undefined || isFlow(parent) || levels.high > levelOf(parent, tree) ? [node] : [];
  });
}

function levelOf(node: Node, tree: NodeTree): number {
  return 2 * tree.columnAt(startOf(node)) + (isSeq(node) ? 1 : 0);
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && (node.value === null || node.value === '');
}

function isFlow(node: Node) {
  return isCollection(node) && node.flow === true;
}

function isInFlow(node: Node, offset: number): boolean {
  return isFlow(node) && startOf(node) < offset && offset < (node.range?.[1] ?? 0);
}

function isBlock({ type }: Scalar): boolean {
  return type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
}

function isQuoted({ type }: Scalar): boolean {
  return type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
}

/** Whether the start of the part is in quotes. */
function isInQuotes(node: Node | undefined, { start }: Selected): boolean {
  return isScalar(node) && isQuoted(node) && startOf(node) < start && start < (node.range?.[1] ?? 0);
}
