import { type Document, isMap, isPair, isScalar, isSeq, visit } from 'yaml';
import type { FullDocument } from './compose.ts';

/**
 * An unquoted scalar that some YAML 1.1 readers parse differently from YAML 1.2. Contains the keys of its path instead of its
 * text, which might be a secret. Lines and columns count from 1.
 */
export interface AmbiguousScalar {
  /** The index of the document. */
  readonly document: number;
  /** The index in the sequence `items` of the document. Undefined outside that sequence. */
  readonly item: number | undefined;
  readonly keys: readonly string[];
  /** Whether the scalar is the last of these keys instead of its value. */
  readonly isKey: boolean;
  readonly line: number;
  readonly column: number;
}

/** Finds the ambiguous scalars of a document. `index` is its index in the file. */
export function ambiguousScalars({ document, lines }: FullDocument, index: number): AmbiguousScalar[] {
  const found: AmbiguousScalar[] = [];
  const itemOf = itemFinder(document);
  visit(document, {
    Scalar(role, node, ancestors) {
      if (!isScalar(node) || node.type !== 'PLAIN' || node.source === undefined || !node.range) return;
      if (!isAmbiguous(node.source)) return;
      const { line, col } = lines.linePos(node.range[0]);
      const keys = ancestors.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : ''));
      const item = itemOf([...ancestors, node]);
      found.push({ document: index, item, keys, isKey: role === 'key', line, column: col });
    },
  });
  return found;
}

/** Finds which item of the sequence `items` of a document a chain of nodes passes through. */
function itemFinder({ contents }: Document.Parsed): (chain: readonly unknown[]) => number | undefined {
  const list = isMap(contents) ? contents.get('items') : undefined;
  const indexes = new Map<unknown, number>(isSeq(list) ? list.items.map((item, index) => [item, index]) : []);
  return (chain) => indexes.get(chain[chain.indexOf(list) + 1]);
}

/** Whether some YAML 1.1 readers, such as kubectl or PyYAML, read the scalar as another type or as another number. */
function isAmbiguous(source: string): boolean {
  if (/^(?:[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF)$/.test(source)) return true;
  return /^[-+]?(?:0[0-7_]+|0o[0-7]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+|[0-9]+(?:_[0-9]+)+)$/.test(source);
}
