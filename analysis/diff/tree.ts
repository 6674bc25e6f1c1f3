import type { Manifest } from '../../core/print/manifest.ts';
import { canonicalText } from '../../data/canonical-text.ts';
import { isMapping, type Tree } from '../../data/tree.ts';
import { formatId } from '../../kubernetes/object-id.ts';
import { readObject } from '../../yaml/read-yaml.ts';

/** Parses a rendered object. Rendered text is always YAML, so a failure is a bug in leasehold. */
export function treeOf({ text, id, origin }: Pick<Manifest, 'text' | 'id' | 'origin'>): Tree {
  const tree = readObject(text);
  if (!isMapping(tree)) throw new Error(`${origin?.file ?? 'a setting'} renders ${formatId(id)}, which cannot be read`);
  return tree;
}

/** Everything in an object except its metadata and its status. */
export function contentOf({ metadata: _, status: __, ...content }: Tree): Tree {
  return content;
}

/** The items that are only in the second list. */
export function newItems(old: readonly unknown[], now: readonly unknown[]): readonly unknown[] {
  if (now.length === 0) return now;
  const known = new Set(old.map(canonicalText));
  return now.filter((item) => !known.has(canonicalText(item)));
}
