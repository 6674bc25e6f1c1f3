import { maxParts } from './cel.ts';

/** The prefixes of a text that end before each of its first `maxParts` separators, like `celOfPrefixes` in CEL. */
export function prefixesOf(separator: string, text: string): readonly string[] {
  return positions(separator, text).map((at) => text.slice(0, at));
}

/** The suffixes of a text that begin after each of its first `maxParts` separators, like `celOfSuffixes` in CEL. */
export function suffixesOf(separator: string, text: string): readonly string[] {
  return positions(separator, text).map((at) => text.slice(at + separator.length));
}

function positions(separator: string, text: string): readonly number[] {
  const found: number[] = [];
  let at = text.indexOf(separator);
  while (at >= 0 && found.length < maxParts) {
    found.push(at);
    at = text.indexOf(separator, at + 1);
  }
  return found;
}
