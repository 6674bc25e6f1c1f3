import { type Limits, limits } from '../data/limits.ts';
import { maxFlowDepth } from './plain-flow.ts';

/**
 * Spaces. Below this limit, the plain reader reads no text that is nested too deeply: each column contains a mapping and a list
 * at most. Around them are the documents; inside is the mapping of a list item and a flow collection.
 */
const safeIndent = Math.floor((limits.depth - 2 - maxFlowDepth) / 2);

/**
 * Whether block mappings and lists might be nested too deeply. Dashes count, because lists can start on one line, as in `- - a`. It
 * is cheap enough to run on every file.
 */
export function isIndentedFar(text: string): boolean {
  return far.test(text);
}

const far = new RegExp(`^[ -]{${safeIndent}}`, 'm');

/** The limit that a value exceeds: the number of its values, or their depth. Counts a shared value each time. */
export function excessOf(value: unknown, bounds: Limits): 'values' | 'depth' | undefined {
  const level: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let count = 0;
  for (let next = level.pop(); next; next = level.pop()) {
    count++;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const depth = next.depth + 1;
    if (depth > limits.depth) return 'depth';
    for (const inner of Object.values(next.value)) level.push({ value: inner, depth });
    if (count + level.length > bounds.values) return 'values';
  }
  return undefined;
}
