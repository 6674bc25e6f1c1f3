import { childrenOf } from './tree.ts';

/**
 * A text that two values share exactly if they are equal as data, as `isSame` compares them. It finds values in sets, so
 * that lists are compared without a comparison of each pair of items.
 */
export function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value} ${JSON.stringify(value)}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const entries = childrenOf(value).map(([key, child]) => `${JSON.stringify(key)}:${canonicalText(child)}`);
  return `{${entries.sort().join()}}`;
}
