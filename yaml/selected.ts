import type { Node } from 'yaml';
import type { Path } from '../data/tree.ts';
import { chosenBy } from './chosen.ts';
import { parseDocuments } from './compose.ts';
import { nodeTreeOf } from './node-tree.ts';
import { followingOf, type Selected } from './part-lines.ts';

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
  const following = followingOf(selected, tree);
  for (const one of selected) {
    const nodes = chosenBy(one, following.get(one), tree);
    if (!nodes) return () => everything;
    for (const node of nodes) chosen.add(node);
  }
  const known = new Map<Node, boolean>();
  const isIn = (index: number, node: Node): boolean => {
    const before = known.get(node);
    if (before !== undefined) return before;
    known.set(node, false);
    const found = chosen.has(node) || tree.childrenOf(index, node).some((child) => isIn(index, child));
    known.set(node, found);
    return found;
  };
  return (index) => ({
    isSelected: (path) => {
      const node = tree.nodeAt(index, path);
      return node !== undefined && chosen.has(node);
    },
    hasSelected: (path) => {
      const node = tree.nodeAt(index, path);
      return node !== undefined && isIn(index, node);
    },
  });
}
