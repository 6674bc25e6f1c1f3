import { childrenOf } from './tree.ts';

/**
 * A text that is equal for two JSON values if and only if `isSame` returns true for them. With a set of these texts, lists can
 * be compared without comparing each pair of items.
 */
export function canonicalText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value} ${JSON.stringify(value)}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const entries = childrenOf(value).map(([key, child]) => `${JSON.stringify(key)}:${canonicalText(child)}`);
  return `{${entries.sort().join()}}`;
}
