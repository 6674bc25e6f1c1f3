import { type Document, isAlias, isCollection, isNode, isPair, isScalar } from 'yaml';

/** How often a value can occur after the expansion of aliases. kubectl has a similar limit. */
export const maxAliasCount = 100;

/** What the aliases of a document add to it. */
export interface Expansion {
  /** An upper bound on how often a value occurs after expansion. 0 without aliases. */
  readonly repeated: number;
  /** The characters of all texts that aliases repeat. */
  readonly characters: number;
}

interface Size {
  /** An upper bound on how often a value occurs inside the node. 0 if it contains only empty lists and mappings. */
  readonly repeated: number;
  /** The characters of its texts, with those that aliases repeat. */
  readonly characters: number;
}

const nothing: Size = { repeated: 0, characters: 0 };

/**
 * Measures what aliases add. Counts values as the limit of the `yaml` package does, but visits each node only once: the package
 * visits the items of a list again for each of its aliases if these items are empty. Also counts characters, because later
 * stages read a long text again for each of its aliases.
 */
export function expansionOf({ contents }: Document.Parsed): Expansion {
  const anchors = new Map<string, Size & { uses: number }>();
  let [repeated, characters] = [0, 0];
  const sizeOfAlias = (name: string): Size => {
    const anchor = anchors.get(name);
    if (!anchor) return nothing;
    anchor.uses++;
    repeated = Math.max(repeated, anchor.uses * anchor.repeated);
    characters += anchor.characters;
    return { repeated: anchor.uses * anchor.repeated, characters: anchor.characters };
  };
  const sizeOf = (node: unknown): Size => {
    if (isAlias(node)) return sizeOfAlias(node.source);
    if (isPair(node)) return sum([sizeOf(node.key), sizeOf(node.value)]);
    const own = isCollection(node) ? sum(node.items.map(sizeOf)) : { repeated: 1, characters: lengthOf(node) };
    if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, { uses: 1, ...own });
    return own;
  };
  sizeOf(contents);
  return { repeated, characters };
}

function sum(sizes: readonly Size[]): Size {
  return {
    repeated: sizes.reduce((most, one) => Math.max(most, one.repeated), 0),
    characters: sizes.reduce((all, one) => all + one.characters, 0),
  };
}

function lengthOf(node: unknown): number {
  return isScalar(node) && typeof node.value === 'string' ? node.value.length : 0;
}
