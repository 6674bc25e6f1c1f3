import { isCollection, isPair, isScalar, type Node } from 'yaml';
import type { Path } from '../data/tree.ts';
import { parseDocuments } from './compose.ts';
import { type NodeTree, nodeTreeOf } from './node-tree.ts';
import type { TextRange } from './skeleton.ts';

/** A part of a text, possibly empty, that untrusted authors chose among several that a trusted author wrote. */
export interface Selected extends TextRange {
  /** For each part that is not empty: its blank start with the first character, or an empty text if it is not known. */
  readonly leads: readonly string[];
  /** The least column of a line that a part starts, or -1 if a part can end any collection around it. */
  readonly column: number;
}

/** What untrusted authors chose in a document. For an absent path, the last value on the way to it counts. */
export interface DocumentSelection {
  /** Whether they chose entries of the mapping or list at the path itself, or that the value is empty. */
  readonly isSelected: (path: Path) => boolean;
  /** Whether they chose entries of any mapping or list in the value at the path, or that a value in it is empty. */
  readonly hasSelected: (path: Path) => boolean;
}

const everything: DocumentSelection = { isSelected: () => true, hasSelected: () => true };

/** Finds the mappings, lists and empty values of each document that depend on the selected parts. */
export function selectionsIn(text: string, selected: readonly Selected[]): (index: number) => DocumentSelection {
  const parsed = parseDocuments(text);
  if (!Array.isArray(parsed)) return () => everything;
  const tree = nodeTreeOf(text, parsed);
  const chosen = new Set<Node>();
  for (const one of selected) for (const node of chosenBy(one, tree)) chosen.add(node);
  const isIn = (node: Node): boolean => chosen.has(node) || tree.childrenOf(node).some((child) => isIn(child));
  return (index) => ({
    isSelected: (path) => {
      const node = tree.nodeAt(index, path);
      return node !== undefined && chosen.has(node);
    },
    hasSelected: (path) => {
      const node = tree.nodeAt(index, path);
      return node !== undefined && isIn(node);
    },
  });
}

/** The nodes that a part determines: the innermost at both ends, and those around them that another part could continue. */
function chosenBy(part: Selected, tree: NodeTree): readonly Node[] {
  const next = tree.contentAfter(part.end);
  const chains = [tree.chainAt(part.start), tree.chainAt(next)];
  if (chains.some((chain) => chain.some((node) => isInText(node, part)))) return [];
  const [first = [], last = []] = chains;
  const shared = first.findLast((node, index) => node === last[index]);
  return chains.flatMap((chain) => {
    const touched = chain.filter((node) => isTouched(node, part, tree));
    return touched.filter(
      (node, index) => index === touched.length - 1 || node === shared || canContinue(node, part, tree),
    );
  });
}

/** Whether the part is in a text that is not empty. A trusted author wrote every text that it can become. */
function isInText(node: Node, { start, end, leads }: Selected): boolean {
  if (!isScalar(node) || isEmpty(node) || !node.range) return false;
  const [from, to] = node.range;
  if (start < from || end > to) return false;
  const isBetween = start > from && end < to;
  return isBetween || start < end || (node.type === 'PLAIN' && leads.every((lead) => /^[^\s,\]}#:]$/.test(lead)));
}

function isEmpty(node: Node): boolean {
  return isScalar(node) && (node.value === null || node.value === '');
}

/** Whether a part of a node, but not the whole node, can be from the part of the text. */
function isTouched(node: Node, part: Selected, tree: NodeTree): boolean {
  const { start, end } = part;
  const [from = 0] = node.range ?? [];
  const to = tree.endOf(node);
  if (isScalar(node)) return isEmpty(node) && tree.contentAfter(start) >= from;
  if (start <= from && end >= to) return false;
  if (isFlow(node)) return (from < start && start < to) || (from < end && end < to);
  return start < to || part.leads.some((lead) => canAdd(node, { lead, start }, tree));
}

interface Lead {
  readonly lead: string;
  readonly start: number;
}

/** Whether a text after a block mapping or list can add an entry to it, or to the last of its values. */
function canAdd(node: Node, { lead, start }: Lead, tree: NodeTree): boolean {
  const own = tree.columnAt(node.range?.[0] ?? 0);
  const column = lead.startsWith('\n')
    ? lead.length - 2
    : tree.isLineStart(start)
      ? tree.columnAt(start) + lead.length - 1
      : -1;
  if (lead === '' || column < 0) return true;
  const isItem = isCollection(node) && !node.items.some(isPair);
  return column > own || (column === own && lead.endsWith('-') === isItem);
}

/** Whether a later line of the part can add an entry to a collection around the innermost one. */
function canContinue(node: Node, { column }: Selected, tree: NodeTree): boolean {
  return isFlow(node) ? column < 0 : column <= tree.columnAt(node.range?.[0] ?? 0);
}

function isFlow(node: Node): boolean {
  return isCollection(node) && node.flow === true;
}
