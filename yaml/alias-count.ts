import { type Document, isAlias, isCollection, isNode, isPair } from 'yaml';

/** Limits the expansion of aliases to what a resource can reasonably contain. kubectl has a similar limit. */
export const maxAliasCount = 100;

interface Anchor {
  uses: number;
  /** How often the values of the node are repeated inside it, at most. 0 if it contains only empty lists and mappings. */
  readonly repeated: number;
}

/**
 * Whether an alias repeats values more than `maxAliasCount` times. Like the limit of the `yaml` package, but looks at each node
 * only once. The package looks at all items of a list again for each of its aliases if these items are empty.
 */
export function expandsTooFar({ contents }: Document.Parsed): boolean {
  const anchors = new Map<string, Anchor>();
  let most = 0;
  const aliasRepeats = (name: string) => {
    const anchor = anchors.get(name);
    if (!anchor) return 0;
    anchor.uses++;
    most = Math.max(most, anchor.uses * anchor.repeated);
    return anchor.uses * anchor.repeated;
  };
  const repeats = (node: unknown): number => {
    if (isAlias(node)) return aliasRepeats(node.source);
    if (isPair(node)) return Math.max(repeats(node.key), repeats(node.value));
    const repeated = isCollection(node) ? node.items.reduce((sum: number, item) => Math.max(sum, repeats(item)), 0) : 1;
    if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, { uses: 1, repeated });
    return repeated;
  };
  repeats(contents);
  return most > maxAliasCount;
}
