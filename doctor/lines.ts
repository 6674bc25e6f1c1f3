import { isCollection, isNode, isPair, isScalar } from 'yaml';
import { exportLimits } from '../data/limits.ts';
import type { Path } from '../data/tree.ts';
import { parseDocuments } from '../yaml/compose.ts';

/** The line of the field at a path in a YAML document, or of its nearest existing parent. Starts at 1. */
export type LineFinder = (path: Path, document?: number) => number;

/** Creates a line finder for a YAML text. Parses the text on first use. */
export function lineFinder(text: string): LineFinder {
  let parsed: ReturnType<typeof parseDocuments> | undefined;
  return (path, document = 0) => {
    parsed ??= parseDocuments(text, exportLimits);
    const found = Array.isArray(parsed) ? parsed[document] : undefined;
    if (!found) return 1;
    const offset = offsetOf(found.document.contents, path);
    return found.lines.linePos(offset).line;
  };
}

function offsetOf(root: unknown, path: Path): number {
  let node = root;
  let offset = isNode(root) ? (root.range?.[0] ?? 0) : 0;
  for (const step of path) {
    const item = isCollection(node)
      ? node.items.find((one, index) => (isPair(one) ? keyOf(one) === step : index === step))
      : undefined;
    if (item === undefined) break;
    const start = isPair(item) ? item.key : item;
    offset = isNode(start) ? (start.range?.[0] ?? offset) : offset;
    node = isPair(item) ? item.value : item;
  }
  return offset;
}

function keyOf({ key }: { readonly key: unknown }): unknown {
  return isScalar(key) ? key.value : key;
}

/**
 * Parses a field path of a finding, such as `spec.sources[0].path` or `data["a.b"]`. Ignores a comment after a colon.
 */
export function stepsOf(path: string): Path {
  const [field = ''] = path.split(': ');
  return [...field.matchAll(/\["([^"]*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, key, index, name]) =>
    index === undefined ? (key ?? name ?? '') : Number(index),
  );
}
