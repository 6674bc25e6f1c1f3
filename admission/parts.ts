import { maxParts } from './cel.ts';

/** The prefixes of a text before each separator, like `startsBefore` in CEL. */
export function startsBefore(separator: string, text: string): readonly string[] {
  return positions(separator, text).map((at) => text.slice(0, at));
}

/** The suffixes of a text after each separator, like `endsAfter` in CEL. */
export function endsAfter(separator: string, text: string): readonly string[] {
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
