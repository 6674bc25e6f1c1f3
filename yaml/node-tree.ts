import { isAlias, isCollection, isMap, isNode, isPair, isScalar, type Node } from 'yaml';
import { memo } from '../data/memo.ts';
import type { Path } from '../data/tree.ts';
import type { FullDocument } from './compose.ts';
import { endOfMatch, placesOf, type TextPlaces } from './text-places.ts';

/** The nodes of a text, by offset and by path. No method takes time in proportion to the text. */
export interface NodeTree extends TextPlaces {
  /** The nodes around an offset, from the outermost, with those that end at the last content before it. */
  readonly chainAt: (offset: number) => readonly Node[];
  /** The node at a path of a document, or the last node on the way to it. */
  readonly nodeAt: (document: number, path: Path) => Node | undefined;
  /** The values of a mapping or the items of a list, with aliases replaced. */
  readonly childrenOf: (document: number, node: Node) => readonly Node[];
  /** The offset after the content of a node. */
  readonly endOf: (node: Node) => number;
  /** The column of the first line of a block scalar. Infinity if it has none. */
  readonly blockColumn: (node: Node) => number;
}

export function nodeTreeOf(text: string, documents: readonly FullDocument[]): NodeTree {
  const own = memo(valuesOf);
  const fields = memo(fieldsOf);
  const endOf: (node: Node) => number = memo((node) => endWithin(node, own(node).at(-1), endOf));
  const roots = documents.flatMap(({ document }) => document.contents ?? []);
  const places = placesOf(text, documents[0]?.lines);
  const { columnAt, contentAfter } = places;
  const resolve = (node: Node, { document }: FullDocument) => (isAlias(node) ? node.resolve(document) : node);
  return {
    ...places,
    endOf,
    blockColumn: memo((node) => {
      const first = endOfMatch(blockHeader, text, startOf(node));
      return first < (node.range?.[1] ?? 0) ? columnAt(first) : Number.POSITIVE_INFINITY;
    }),
    childrenOf: (index, node) => own(node).map((child) => resolve(child, documents[index] as FullDocument) ?? child),
    chainAt: (offset) => {
      const chain: Node[] = [];
      let node = lastBefore(roots, offset);
      while (node && offset <= contentAfter(endOf(node))) {
        chain.push(node);
        node = lastBefore(own(node), offset);
      }
      return chain;
    },
    nodeAt: (index, path) => {
      const found = documents[index] as FullDocument;
      let node: Node | undefined = found.document.contents ?? undefined;
      for (const step of path) {
        const child = node && fields(node).get(String(step));
        if (!child) break;
        node = resolve(child, found);
      }
      return node;
    },
  };
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function valuesOf(node: Node): readonly Node[] {
  if (!isCollection(node)) return [];
  return node.items.map((item) => (isPair(item) ? item.value : item)).filter(isNode);
}

function fieldsOf(node: Node): ReadonlyMap<string, Node> {
  if (!isCollection(node)) return new Map();
  const entries = node.items.map((item, index): readonly [string, unknown] => {
    if (!isPair(item)) return [String(index), item];
    return [String(isScalar(item.key) ? item.key.value : item.key), item.value];
  });
  return new Map(entries.filter((entry): entry is readonly [string, Node] => isNode(entry[1])));
}

/** The parser counts blank lines and comments at the end of a block mapping or list as parts of it. */
function endWithin(node: Node, last: Node | undefined, endOf: (node: Node) => number): number {
  const isBlock = (isMap(node) || isCollection(node)) && node.flow !== true;
  return isBlock && last ? endOf(last) : (node.range?.[1] ?? 0);
}

/** The last node that starts at or before an offset. */
function lastBefore(nodes: readonly Node[], offset: number): Node | undefined {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(nodes[middle] as Node) <= offset) low = middle + 1;
    else high = middle;
  }
  return nodes[low - 1];
}

/** The first line of a block scalar, and empty lines and spaces before its content. */
const blockHeader = /[^\n]*\n(?: *\n)* */y;
